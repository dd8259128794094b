import { bareArray, textArray } from '#db/array-literal.ts'
import { bare, type Column, type Form, formOf, rowSource, rowValues, text } from '#db/row-source.ts'
import type { SqlOfAll } from '#db/sql.ts'

export interface GuestChange {
  readonly organisationId: string
  readonly guestId: string
  /** Added to the balance: the sum of the new ledger entries. */
  readonly points: number
  /** All tags that the guest has now; null: unchanged. The guest is locked, so there are no concurrent changes. */
  readonly tags: readonly string[] | null
  readonly changes: {
    readonly fields: Readonly<Record<string, unknown>>
    readonly attributes: Readonly<Record<string, unknown>>
    /** Added to the numbers that are there when the others are set. */
    readonly added: Readonly<Record<string, number>>
  } | null
}

/** Changes guests, each once, however many runs and steps affected them. */
export async function writeGuests(tx: SqlOfAll, changes: readonly GuestChange[]): Promise<void> {
  const changed = changes.filter(change => change.changes !== null)
  const form = formOf(changes)
  await Promise.all([
    tx.query(
      (tx.of === undefined ? balances : balancesOnNodes)[form],
      rowValues(form, balanceColumns, changes),
    ),
    changed.length > 0 && tx.query(FIELDS, fields(changed)),
  ])
}

const fields = (changes: readonly GuestChange[]) => [
  ...keys(changes),
  textArray(changes.map(change => JSON.stringify(change.changes?.fields))),
  textArray(changes.map(change => JSON.stringify(change.changes?.attributes))),
  textArray(changes.map(change => JSON.stringify(change.changes?.added))),
]

const keys = (changes: readonly GuestChange[]) => [
  bareArray(changes.map(change => change.organisationId)),
  bareArray(changes.map(change => change.guestId)),
]

const balanceColumns: readonly Column<GuestChange>[] = [
  bare('uuid', change => change.organisationId),
  bare('uuid', change => change.guestId),
  bare('bigint', change => change.points),
  text('text', change => change.tags && textArray(change.tags)),
]

const balance = (tags: string, source: string) => `
  UPDATE guests
  SET points = guests.points + c.points, tags = coalesce(${tags}, guests.tags), updated_at = now()
  FROM ${source}
  WHERE guests.organisation_id = c.organisation_id AND guests.id = c.id`

const given = (form: Form) => `${rowSource(form, balanceColumns, 1)} AS c (organisation_id, id, points, tags)`
const inOne = (form: Form) => balance('c.tags::text[]', given(form))
const balances = { one: inOne('one'), many: inOne('many') }

/** A distributed database refuses to make text into a list within a change. On one PostgreSQL this form makes runs slower: decision 180. */
const before = (form: Form) =>
  balance('c.tags', `(SELECT organisation_id, id, points, tags::text[] FROM ${given(form)}) AS c`)
const balancesOnNodes = { one: before('one'), many: before('many') }

const textOf = (field: string) =>
  `${field} = CASE WHEN c.fields ? '${field}' THEN c.fields->>'${field}' ELSE guests.${field} END`
const flag = (field: string) => `${field} = coalesce((c.fields->>'${field}')::boolean, guests.${field})`

/** Numbers in JSON are decimal here, so sums are exact. What is no number begins at 0. */
const SUMS = `
  SELECT jsonb_object_agg(a.key, a.value::numeric + CASE jsonb_typeof(s.attributes -> a.key)
    WHEN 'number' THEN (s.attributes ->> a.key)::numeric
    ELSE 0
  END)
  FROM jsonb_each_text(c.added) AS a, (SELECT guests.attributes || c.attributes) AS s (attributes)`

const FIELDS = `
  UPDATE guests
  SET ${['name', 'email', 'phone'].map(textOf).join(', ')},
      ${['email_consent', 'sms_consent', 'do_not_contact'].map(flag).join(', ')},
      attributes = guests.attributes || c.attributes || coalesce((${SUMS}), '{}')
  FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::jsonb[], $5::jsonb[])
    AS c (organisation_id, id, fields, attributes, added)
  WHERE guests.organisation_id = c.organisation_id AND guests.id = c.id`
