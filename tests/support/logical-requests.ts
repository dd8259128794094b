import { randomUUID } from 'node:crypto'
import type { EventAnswer } from '@millrace/contract/event'
import type { RunAnswer } from '@millrace/contract/run'
import type { Ground } from './ground.ts'
import { type Acknowledged, acknowledgedBy, postEvent } from './ingest.ts'
import { type Answer, request } from './millrace.ts'

export type WritingRoute = 'incoming-event' | 'workflow-runs'

/** Something that a client wants to happen once, however often it has to send it. */
export interface LogicalRequest {
  send(url: string, token: string, idempotencyKey?: string): Promise<Answer>
  acknowledgedBy(body: unknown): Acknowledged
}

/**
 * What the database has of a request is found by a mark that no other request has: a parameter of the event, and for
 * a run, which has no parameters, its guest.
 */
export function* logicalRequests(
  ground: Ground,
  route: WritingRoute,
  times: number,
): Generator<LogicalRequest> {
  for (let n = 0; n < times; n++) {
    yield route === 'incoming-event' ? anEvent(ground) : aRun(ground)
  }
}

const withKey = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'idempotency-key': key } }

function anEvent(ground: Ground): LogicalRequest {
  const mark = randomUUID()
  const guestId = ground.guestIds[0] as string
  return {
    send: (url, token, key) =>
      postEvent(url, token, guestId, { parameters: { mark }, ...withKey(key) }) as unknown as Promise<Answer>,
    acknowledgedBy: body => acknowledgedBy(body as EventAnswer),
  }
}

const used = new WeakMap<Ground, number>()

function aRun(ground: Ground): LogicalRequest {
  const next = (used.get(ground) ?? 0) + 1
  used.set(ground, next)
  const guestId = ground.guestIds[next]
  if (guestId === undefined) throw new Error('the ground has too few guests')
  return {
    send: (url, token, key) =>
      request(`${url}/v1/workflows/${ground.workflowId}/workflow-runs`, {
        token,
        json: { org_reg_id: guestId },
        ...withKey(key),
      }),
    acknowledgedBy: body => ({ eventId: null, runIds: [(body as RunAnswer).workflow_run.id] }),
  }
}

const MARKED = {
  'incoming-event': `SELECT e.parameters ->> 'mark' AS mark, count(DISTINCT e.id) AS made, count(r.id) AS runs
    FROM events e LEFT JOIN runs r ON r.organisation_id = e.organisation_id AND r.event_id = e.id
    WHERE e.organisation_id = $1 AND e.parameters ? 'mark' GROUP BY 1`,
  'workflow-runs': `SELECT guest_id::text AS mark, count(*) AS made, count(*) AS runs
    FROM runs WHERE organisation_id = $1 AND trigger = 'api' GROUP BY 1`,
}

/** The marks of requests that did not happen exactly once. */
export async function findRepeated(
  { engine, organisationId }: Ground,
  route: WritingRoute,
): Promise<string[]> {
  const { rows } = await engine.query<{ mark: string; made: number; runs: number }>(MARKED[route], [
    organisationId,
  ])
  return rows.filter(row => row.made !== 1 || row.runs !== 1).map(row => row.mark)
}

/** How many requests have happened at all. */
export async function countOf({ engine, organisationId }: Ground, route: WritingRoute): Promise<number> {
  const { rowCount } = await engine.query(MARKED[route], [organisationId])
  return rowCount ?? 0
}
