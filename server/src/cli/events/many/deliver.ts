import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '@millrace/contract/error'
import type { EventAnswer } from '@millrace/contract/event'
import { type Answer, describeProblem, Unanswered } from '../../login/api-client.ts'
import type { Api } from '../../login/open-api.ts'
import { exitCodes, Failure } from '../../terminal/failure.ts'
import type { Gate } from './gate.ts'

/** What became of one event. */
export type Outcome =
  | { readonly kind: 'stored'; readonly replayed: boolean; readonly routed: boolean }
  /** The event itself is at fault; the next one may be taken. */
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Partial<Problem> }
  /** Nothing is at fault with the event: the server is away, the key is no longer good, or somebody pressed Ctrl-C. */
  | { readonly kind: 'unsent'; readonly why: Failure }

export interface Way {
  readonly api: Api
  readonly gate: Gate
  readonly dryRun: boolean
  readonly signal: AbortSignal
}

const MOST_FAILURES = 8
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 8_000

/**
 * Sends one event until the server has said yes or no to it. Waits as long as the server asks, with everybody else; and
 * does not count that as a failure where it was a limit on how many events may come in a minute.
 */
export async function deliver(body: string, key: string, way: Way): Promise<Outcome> {
  let failures = 0
  try {
    for (;;) {
      await way.gate.pass(way.signal)
      const answer = await attempt(body, key, way)
      if (!(answer instanceof Unanswered) && !isPassing(answer)) return settle(answer)
      const status = answer instanceof Unanswered ? undefined : answer.status
      if (status !== 429) failures += 1
      if (failures === MOST_FAILURES) return { kind: 'unsent', why: givenUp(answer) }
      const ms = pauseAfter(failures, answer)
      if (status === 429 || status === 503) way.gate.hold(ms)
      else await sleep(ms, undefined, { signal: way.signal })
    }
  } catch (error) {
    if (way.signal.aborted) return { kind: 'unsent', why: interrupted() }
    // The key was refused when it was to get another token.
    if (error instanceof Failure) return { kind: 'unsent', why: error }
    throw error
  }
}

export const interrupted = () => new Failure('It was stopped.', exitCodes.interrupted)

async function attempt(body: string, key: string, { api, dryRun }: Way): Promise<Answer | Unanswered> {
  try {
    return await api.post(`/v1/workflows/incoming-event${dryRun ? '?dry_run=true' : ''}`, body, {
      'idempotency-key': key,
    })
  } catch (error) {
    if (error instanceof Unanswered) return error
    throw error
  }
}

/** The next answer to the same request may be another one. */
function isPassing({ status, body }: Answer): boolean {
  if ([408, 429].includes(status) || status >= 500) return true
  return (body as Partial<Problem> | null)?.code === 'idempotency_in_flight'
}

function settle(answer: Answer): Outcome {
  const { status, headers, body } = answer
  if (status === 401) return { kind: 'unsent', why: new Failure(describeProblem(answer)) }
  if (status !== 200) return { kind: 'refused', status, problem: (body ?? {}) as Partial<Problem> }
  return {
    kind: 'stored',
    replayed: headers.get('idempotent-replayed') === 'true',
    routed: (body as EventAnswer).event.status === 'routed',
  }
}

const givenUp = (answer: Answer | Unanswered) =>
  answer instanceof Unanswered ? answer : new Failure(describeProblem(answer))

function pauseAfter(failures: number, answer: Answer | Unanswered): number {
  const asked = answer instanceof Unanswered ? null : answer.headers.get('retry-after')
  const seconds = asked === null ? Number.NaN : Number(asked)
  // A proxy may give a date instead; then the usual pause will do.
  if (seconds >= 0) return seconds * 1_000
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, failures - 1))
}
