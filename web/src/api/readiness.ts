/** `back` is ready after having been away, and says so until the page is left. */
export type Readiness = 'loading' | 'ready' | 'database-away' | 'gone' | 'back'
export type Finding = 'ready' | 'database-away' | 'gone'

const PATIENCE_MS = 5_000

export async function askReadiness(signal: AbortSignal): Promise<Finding> {
  try {
    const response = await fetch('/readyz', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      cache: 'no-store',
      credentials: 'omit',
    })
    return await findingOf(response)
  } catch {
    return 'gone'
  }
}

/** A proxy in front of a stopped server also answers 503, but not in our words. */
async function findingOf(response: Response): Promise<Finding> {
  const { status } = (await response.json()) as { status?: unknown }
  if (response.ok && status === 'ready') return 'ready'
  return status === 'not_ready' ? 'database-away' : 'gone'
}

export function nextReadiness(before: Readiness, found: Finding): Readiness {
  if (found !== 'ready') return found
  return before === 'loading' || before === 'ready' ? 'ready' : 'back'
}
