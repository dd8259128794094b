import { isUtf8 } from 'node:buffer'
import type {
  DeliveryState,
  ItemResult,
  ListedDelivery,
  WholeDelivery,
} from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import type { ItemOutcome, Outcome } from './process-delivery.ts'

interface Row {
  readonly id: string
  readonly state: DeliveryState
  readonly outcome: Outcome['outcome']
  readonly received_at: Date
  readonly bytes: number
}

const columns = 'id, state, outcome, received_at, octet_length(body) AS bytes'

const MOST_WARNINGS = 3

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The newest first. */
export async function listDeliveries(
  tx: Sql,
  organisationId: string,
  asked: {
    readonly connectionId: string
    readonly state: DeliveryState | undefined
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<ListedDelivery[]> {
  const { connectionId, state, after = AFTER_ALL, limit } = asked
  const { rows } =
    state === undefined
      ? await tx.query<Row>(
          `SELECT ${columns} FROM connection_deliveries
           WHERE organisation_id = $1 AND connection_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
          [organisationId, connectionId, after, limit],
        )
      : await tx.query<Row>(
          // Asked for with the states before it, as in `list-connections.ts`.
          `SELECT * FROM (
             SELECT ${columns} FROM connection_deliveries
             WHERE organisation_id = $1 AND connection_id = $2 AND (state, id) < ($3, $4)
             ORDER BY state DESC, id DESC LIMIT $5) AS listed
           WHERE state = $3`,
          [organisationId, connectionId, state, after, limit],
        )
  return rows.map(toListed)
}

export async function findDelivery(
  tx: Sql,
  organisationId: string,
  connectionId: string,
  id: string,
): Promise<WholeDelivery | undefined> {
  const { rows } = await tx.query<Row & { headers: Record<string, string>; body: Buffer }>(
    `SELECT ${columns}, headers, body FROM connection_deliveries
     WHERE organisation_id = $1 AND connection_id = $2 AND id = $3`,
    [organisationId, connectionId, id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const encoding = isUtf8(row.body) ? 'utf8' : 'base64'
  return {
    ...toListed(row),
    headers: row.headers,
    body: row.body.toString(encoding),
    encoding,
    items: (row.outcome.items ?? []).map(toItem),
  }
}

const toItem = (item: ItemOutcome): ItemResult =>
  'event_id' in item
    ? { ...item, warnings: [...item.warnings], reason: null, detail: {} }
    : { event_id: null, repeated: false, warnings: [], reason: item.reason, detail: item.detail }

function toListed({ id, state, outcome, received_at, bytes }: Row): ListedDelivery {
  const items = (outcome.items ?? []).map(toItem)
  const reasons = new Map<string, ListedDelivery['reasons'][number]>()
  for (const { reason, detail } of items) {
    if (reason === null) continue
    reasons.set(reason, {
      detail,
      ...reasons.get(reason),
      reason,
      items: (reasons.get(reason)?.items ?? 0) + 1,
    })
  }
  return {
    id,
    state,
    received_at: received_at.toISOString(),
    bytes,
    problem: outcome.problem ?? null,
    error: outcome.error ?? null,
    events: items.filter(({ event_id, repeated }) => event_id !== null && !repeated).length,
    repeated: items.filter(({ repeated }) => repeated).length,
    reasons: [...reasons.values()],
    warnings: [...new Set(items.flatMap(({ warnings }) => warnings))].slice(0, MOST_WARNINGS),
  }
}
