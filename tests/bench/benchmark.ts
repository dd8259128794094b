/** Two things measured in one run, in turns, because a figure alone says more about the machine than about us. */
export interface Comparison {
  readonly id: string
  readonly what: string
  readonly against: string
  readonly unit: string
  /** At least this ratio where more is better, at most where less is. */
  readonly must: { readonly atLeast: number } | { readonly atMost: number }
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  /** Other systems measured in the same run, for orientation. */
  readonly peers?: readonly Peer[]
  readonly notes?: readonly string[]
  /** Limits beside the ratio that were not kept. */
  readonly missed?: readonly string[]
}

export interface Peer {
  readonly name: string
  readonly figures: readonly number[]
}

export interface Benchmark {
  readonly id: string
  run(settings: Settings): Promise<Comparison>
}

export interface Settings {
  /** Seconds a side and round. */
  readonly seconds: number
  readonly rounds: number
  /** Only to see that it still runs: a second or so, and figures that mean nothing. */
  readonly smoke: boolean
  readonly peers: boolean
}

export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[
    Math.min(figures.length - 1, Math.floor(figures.length * share))
  ] as number

/** Ratio of the medians. */
export const ratioOf = ({ ours, theirs }: Pick<Comparison, 'ours' | 'theirs'>): number =>
  median(ours) / median(theirs)

export function reached(comparison: Comparison): boolean {
  if (comparison.missed?.length) return false
  const ratio = ratioOf(comparison)
  return 'atLeast' in comparison.must ? ratio >= comparison.must.atLeast : ratio <= comparison.must.atMost
}

/** First one side, then the other, and again: what disturbs the machine disturbs both. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number[]; theirs: number[] }> {
  const figures = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours())
    figures.theirs.push(await theirs())
  }
  return figures
}
