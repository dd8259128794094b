import { setTimeout as sleep } from 'node:timers/promises'
import { countUnfinished } from './examine.ts'
import type { Ground } from './ground.ts'
import { eventually } from './millrace.ts'
import { PATIENCE_MS } from './patience.ts'

/** The promise is 15 seconds; one more is for looking. */
export const PROMISED_MS = 16_000

export interface Continued {
  /** How many had not come to rest. */
  readonly runs: number
  /** Milliseconds until the last of them moved. */
  readonly continuedAfter: number
}

/** Waits until every run that has not come to rest now has moved; `since` is of performance.now(). */
export async function untilAllContinued(
  { engine, organisationId }: Ground,
  since: number,
): Promise<Continued> {
  const { rows: left } = await engine.query<{ id: string; sequence: number }>(
    `SELECT id, sequence FROM runs
     WHERE organisation_id = $1 AND status NOT IN ('completed', 'failed', 'cancelled')`,
    [organisationId],
  )
  for (;;) {
    const { rows } = await engine.query<{ still: number }>(
      `SELECT count(*) AS still FROM unnest($2::uuid[], $3::integer[]) AS was (id, sequence)
       JOIN runs r ON r.organisation_id = $1 AND r.id = was.id AND r.sequence = was.sequence`,
      [organisationId, left.map(run => run.id), left.map(run => run.sequence)],
    )
    if (rows[0]?.still === 0) return { runs: left.length, continuedAfter: performance.now() - since }
    if (performance.now() - since > PATIENCE_MS) throw new Error(`${rows[0]?.still} runs did not continue`)
    await sleep(50)
  }
}

/** Waits until every run has come to rest. */
export async function untilFinished(ground: Ground, withinMs = PATIENCE_MS): Promise<void> {
  await eventually(
    () => countUnfinished(ground),
    unfinished => unfinished === 0,
    withinMs,
  )
}

/** One line of a test's output: how many, and the worst. */
export const record = (sentence: string) => process.stdout.write(`  ${sentence}\n`)

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
