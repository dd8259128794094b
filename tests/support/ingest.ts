import { setTimeout as sleep } from 'node:timers/promises'
import type { EventAnswer } from '@millrace/contract/event'
import { type Ground, SOURCE } from './ground.ts'
import { type Answer, eventually, request } from './millrace.ts'
import { createSender, type Sent } from './sender.ts'

/** What a client was answered with 2xx, and may therefore rely on. */
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
  /** Why requests had no answer although the server had accepted their connection. */
  readonly unanswered: string[]
  /** Why others did not get that far: no process listens, or it no longer does. */
  readonly notLetIn: string[]
}

export interface IngestOptions {
  readonly url: string
  /** Ends after this many requests, or when `until` says so, whatever comes first. */
  readonly count?: number
  readonly until?: () => boolean
  readonly concurrency?: number
  /** Between two requests of one sender; 0 sends as fast as it is answered. */
  readonly pauseMs?: number
  /** What is filled while it continues, for who waits for something in it. */
  readonly into?: Ingested
}

export const nothingIngested = (): Ingested => ({
  acknowledged: [],
  refused: [],
  unanswered: [],
  notLetIn: [],
})

/** Waits until this many more have been answered so. */
export async function untilMore(of: readonly unknown[], count: number): Promise<void> {
  const before = of.length
  await eventually(
    async () => of.length - before,
    more => more >= count,
  )
}

/** Sends events of the ground's guests, one after the other, from several senders with a connection each. */
export async function ingest(
  ground: Ground,
  {
    url,
    count = Number.POSITIVE_INFINITY,
    until = () => false,
    concurrency = 8,
    pauseMs = 0,
    into: ingested = nothingIngested(),
  }: IngestOptions,
): Promise<Ingested> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await ground.token(url)}`,
  }
  let sent = 0
  async function send(): Promise<void> {
    const sender = createSender(url)
    while (sent < count && !until()) {
      const guestId = ground.guestIds[sent % ground.guestIds.length] as string
      sent += 1
      note(await sender.post(PATH, headers, JSON.stringify(eventOf(guestId))), ingested)
      if (pauseMs > 0) await sleep(pauseMs)
    }
    sender.close()
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  return ingested
}

function note(sent: Sent, { acknowledged, refused, unanswered, notLetIn }: Ingested): void {
  if (sent.status === 200) acknowledged.push(acknowledgedBy(JSON.parse(sent.text) as EventAnswer))
  else if (sent.status !== null) refused.push(sent)
  else (sent.letIn ? unanswered : notLetIn).push(sent.reason)
}

const PATH = '/v1/workflows/incoming-event'

const eventOf = (guestId: string, parameters: object = {}) => ({
  organisation_registration_id: guestId,
  parameters: { source: SOURCE, ...parameters },
})

export function postEvent(
  url: string,
  token: string,
  guestId: string,
  { parameters, headers = {} }: { parameters?: object; headers?: Record<string, string> } = {},
): Promise<Answer<EventAnswer>> {
  return request<EventAnswer>(`${url}${PATH}`, { token, headers, json: eventOf(guestId, parameters) })
}

export const acknowledgedBy = ({ event }: EventAnswer): Acknowledged => ({
  eventId: event.id,
  runIds: event.workflow_runs.map(run => run.id),
})
