import { isDeepStrictEqual } from 'node:util'
import type { Mapping } from '@millrace/contract/connection-mapping'
import { LONGEST_SAMPLE, type MappingCheck } from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { Mapped } from '../mapping/map-delivery.ts'
import { readDelivery, type StoredDelivery } from '../read-delivery.ts'

const NEWEST = 100
/** So many bodies are in memory at once. */
const PORTION = 10

export interface Checked {
  readonly organisationId: string
  readonly connectionId: string
  readonly connection: Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>
  readonly mapping: Mapping
  readonly facts: OrganisationFacts
}

/** What a mapping makes of the newest stored deliveries, without making it. */
export async function checkOnDeliveries(sql: Sql, checked: Checked): Promise<MappingCheck> {
  const { organisationId, connectionId, connection, mapping, facts } = checked
  const { rows } = await sql.query<{ id: string; bytes: number }>(
    `SELECT id, octet_length(body) AS bytes FROM connection_deliveries
     WHERE organisation_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT ${NEWEST}`,
    [organisationId, connectionId],
  )
  const ids = rows.filter(({ bytes }) => bytes <= LONGEST_SAMPLE).map(({ id }) => id)
  const tally = openTally()
  for (let from = 0; from < ids.length; from += PORTION) {
    const stored = await readBodies(sql, organisationId, ids.slice(from, from + PORTION))
    for (const delivery of stored)
      tally.add(delivery.id, await readDelivery({ ...connection, ...delivery, mapping }, facts))
  }
  return {
    ...tally.result(),
    left_out: rows.length - ids.length,
    identity_changes: !isDeepStrictEqual(identityOf(connection.mapping), identityOf(mapping)),
  }
}

type Body = Pick<StoredDelivery, 'id' | 'headers' | 'body' | 'received_at'>

async function readBodies(sql: Sql, organisationId: string, ids: readonly string[]): Promise<Body[]> {
  const { rows } = await sql.query<Body>(
    `SELECT id, headers, body, received_at FROM connection_deliveries
     WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id DESC`,
    [organisationId, ids],
  )
  return rows
}

function openTally() {
  let deliveries = 0
  let one = 0
  const several = { deliveries: 0, events: 0 }
  const none = new Map<string, MappingCheck['none'][number]>()
  return {
    add(id: string, mapped: Mapped): void {
      deliveries++
      const events = mapped.kind === 'mapped' ? mapped.items.filter(({ kind }) => kind === 'event').length : 0
      if (events === 1) one++
      if (events > 1) {
        several.deliveries++
        several.events += events
      }
      if (events > 0) return
      const why = whyNone(mapped)
      const known = none.get(why.problem ?? why.reason ?? '')
      none.set(why.problem ?? why.reason ?? '', {
        ...(known ?? { ...why, delivery_id: id }),
        deliveries: (known?.deliveries ?? 0) + 1,
      })
    },
    result: () => ({ deliveries, one, several, none: [...none.values()] }),
  }
}

function whyNone(mapped: Mapped): Pick<MappingCheck['none'][number], 'reason' | 'problem' | 'detail'> {
  if (mapped.kind === 'problem') return { reason: null, problem: mapped.problem, detail: {} }
  const first = mapped.items.find(item => item.kind !== 'event')
  return { reason: first?.reason ?? null, problem: null, detail: first?.detail ?? {} }
}

/** What makes an event the same one in another delivery. */
function identityOf({ became, id, each }: Mapping): unknown {
  if (became !== undefined) return { thing: became.thing }
  return id === undefined ? { each } : { id }
}
