/** What a check found. `failed` comes with what to do about it; `skipped` with why there was nothing to look at. */
export type Verdict =
  | { state: 'ok'; found: string }
  | { state: 'failed'; found: string; advice: string }
  | { state: 'skipped'; found: string }

export const ok = (found: string): Verdict => ({ state: 'ok', found })
export const failed = (found: string, advice: string): Verdict => ({ state: 'failed', found, advice })
export const skipped = (found: string): Verdict => ({ state: 'skipped', found })
