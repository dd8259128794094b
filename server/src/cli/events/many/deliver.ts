import {
  AuthenticationError,
  type IncomingEvent,
  type Millrace,
  MillraceError,
} from '@millrace/client/source'
import { apiFailure } from '../../login/api-failure.ts'
import { exitCodes, Failure } from '../../terminal/failure.ts'
import type { Pause } from './pause.ts'

/** The result for one event. */
export type Outcome =
  | { readonly kind: 'stored'; readonly replayed: boolean; readonly routed: boolean }
  /** The event itself is at fault; the next one may be accepted. */
  | { readonly kind: 'refused'; readonly error: MillraceError }
  /** The event is not at fault: the server is away, the key no longer works, or Ctrl-C was pressed. */
  | { readonly kind: 'unsent'; readonly why: Failure }

export interface Sender {
  readonly client: Millrace
  readonly pause: Pause
  readonly dryRun: boolean
  /** Fires when no more lines are sent. */
  readonly stopped: AbortSignal
}

/** More than for a single call: a server that restarts is back by then. */
const RETRIES = 7
/** Each attempt has its time; waiting for the server's limit may take as long as it asks. */
const ATTEMPT_TIMEOUT_MS = 30_000
/** The server may have stored what it has been sent, so its answer is awaited after Ctrl-C, but not for long. */
const LAST_ANSWER_MS = 5_000

/** Sends one event until the server has accepted or refused it. */
export async function deliver(event: IncomingEvent, key: string, sender: Sender): Promise<Outcome> {
  const { client, pause, dryRun, stopped } = sender
  const ended = new AbortController()
  let replayed = false
  let repeating = false
  const giveUp = () => {
    // What waits for another attempt, or for the server's limit, is not on its way.
    if (repeating || pause.remainingMs() > 0) ended.abort()
    else setTimeout(() => ended.abort(), LAST_ANSWER_MS).unref()
  }
  stopped.addEventListener('abort', giveUp)
  try {
    const answer = await client.events.send(event, {
      idempotencyKey: key,
      dryRun,
      signal: ended.signal,
      retries: RETRIES,
      timeoutMs: Number.POSITIVE_INFINITY,
      attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
      waitForRateLimit: true,
      onRetry(retry) {
        repeating = true
        pause.note(retry)
        if (stopped.aborted) ended.abort()
      },
      onResponse({ headers }) {
        replayed = headers.get('idempotent-replayed') === 'true'
      },
    })
    return { kind: 'stored', replayed, routed: answer.event.status === 'routed' }
  } catch (error) {
    if (ended.signal.aborted) return { kind: 'unsent', why: interrupted() }
    if (!(error instanceof MillraceError)) throw error
    if (isAboutTheEvent(error)) return { kind: 'refused', error }
    return { kind: 'unsent', why: apiFailure(error) as Failure }
  } finally {
    stopped.removeEventListener('abort', giveUp)
  }
}

export const interrupted = () => new Failure('Stopped.', exitCodes.interrupted)

/** A 4xx that is not about the key; what may pass by itself was tried again until there were no retries left. */
const isAboutTheEvent = (error: MillraceError) =>
  !(error instanceof AuthenticationError) &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429 &&
  error.code !== 'idempotency_in_flight'
