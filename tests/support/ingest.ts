import { setTimeout as sleep } from 'node:timers/promises'
import type { EventAnswer } from '@millrace/contract/event'
import { type Ground, SOURCE } from './ground.ts'
import { type Answer, request } from './millrace.ts'

/** What a client was told with 2xx, and may therefore rely on. */
export interface Acknowledged {
  /** null for a run that was stored without an event. */
  readonly eventId: string | null
  readonly runIds: readonly string[]
}

export interface Refused {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

export interface Ingested {
  readonly acknowledged: Acknowledged[]
  /** Answers other than 2xx. */
  readonly refused: Refused[]
  /** Requests without an answer: refused, reset or cut connections. */
  readonly unanswered: string[]
}

export interface IngestOptions {
  readonly url: string
  /** Ends after this many requests, or when `until` says so, whatever comes first. */
  readonly count?: number
  readonly until?: () => boolean
  readonly concurrency?: number
  /** Between two requests of one sender; 0 sends as fast as it is answered. */
  readonly pauseMs?: number
  /** Gives up what has not been answered: a frozen process does not even refuse. */
  readonly signal?: AbortSignal
}

/** Sends events of the ground's guests, one after the other, from several senders. */
export async function ingest(
  ground: Ground,
  { url, count = Number.POSITIVE_INFINITY, concurrency = 8, pauseMs = 0, ...options }: IngestOptions,
): Promise<Ingested> {
  const over = () => options.signal?.aborted || options.until?.()
  const ingested: Ingested = { acknowledged: [], refused: [], unanswered: [] }
  const token = await ground.token(url)
  let sent = 0
  async function sender(): Promise<void> {
    while (sent < count && !over()) {
      const guestId = ground.guestIds[sent % ground.guestIds.length] as string
      sent += 1
      await sendEvent(url, token, guestId, ingested, options.signal)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  return ingested
}

async function sendEvent(
  url: string,
  token: string,
  guestId: string,
  ingested: Ingested,
  signal: AbortSignal | undefined,
): Promise<void> {
  let answer: Answer<EventAnswer>
  try {
    answer = await postEvent(url, token, guestId, signal === undefined ? {} : { signal })
  } catch (error) {
    ingested.unanswered.push(reasonOf(error))
    // Whoever tried again at once would keep the others in this process from their turn.
    await sleep(20)
    return
  }
  if (answer.status === 200) ingested.acknowledged.push(acknowledgedBy(answer.body))
  else {
    const { status, headers, text } = answer
    ingested.refused.push({ status, retryAfter: headers.get('retry-after'), text })
  }
}

interface Sending {
  readonly parameters?: object
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export function postEvent(
  url: string,
  token: string,
  guestId: string,
  { parameters = {}, ...init }: Sending = {},
): Promise<Answer<EventAnswer>> {
  return request<EventAnswer>(`${url}/v1/workflows/incoming-event`, {
    ...init,
    token,
    json: { organisation_registration_id: guestId, parameters: { source: SOURCE, ...parameters } },
  })
}

export const acknowledgedBy = ({ event }: EventAnswer): Acknowledged => ({
  eventId: event.id,
  runIds: event.workflow_runs.map(run => run.id),
})

/** fetch hides why the connection failed behind "fetch failed". */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? message
}
