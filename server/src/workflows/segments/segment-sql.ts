import type { Condition, Leaf } from '@millrace/contract/condition'
import { EVENT_COUNT, findField, TOPICS_OFF } from '@millrace/contract/condition/fields'
import type { OperatorName } from '@millrace/contract/condition/operators'

/** A condition over guests as a query, for a guest called g, their facts about visits called f and their events called e. */
export interface SegmentSql {
  /** Never null: it holds or it does not. */
  readonly sql: string
  readonly values: readonly unknown[]
  /** Whether it reads f. */
  readonly readsVisits: boolean
}

/**
 * The condition as SQL that holds for exactly the guests for whom `holds` does: a property test compares the two. The value
 * of a field is jsonb, so that nothing is converted there either; SQL's NULL is a field that is missing. The condition
 * has passed `segmentFaults`.
 */
export function segmentSql(condition: Condition, first = 1): SegmentSql {
  const values: unknown[] = []
  let readsVisits = false
  const put = (value: unknown) => `$${first - 1 + values.push(value)}`

  function expression(part: Condition): string {
    if ('all' in part) return joined(part.all, 'AND')
    if ('any' in part) return joined(part.any, 'OR')
    if ('not' in part) return `(NOT ${expression(part.not)})`
    return leaf(part)
  }
  const joined = (parts: readonly Condition[], by: 'AND' | 'OR') =>
    parts.length === 0 ? String(by === 'AND') : `(${parts.map(expression).join(` ${by} `)})`

  function leaf({ field, operator, value, where }: Leaf): string {
    if (field.startsWith(FACTS)) readsVisits = true
    const compare = comparisons[operator]
    const found = foundIn(field, put, where === undefined ? 'true' : expression(where))
    if (compare === undefined || found === undefined)
      throw new Error(`a segment cannot ask whether ${field} ${operator}`)
    return `coalesce(${compare(found, value, put)}, false)`
  }

  const sql = expression(condition)
  return { sql, values, readsVisits }
}

const FACTS = 'guest.facts.'
type Put = (value: unknown) => string
type Comparison = (found: string, value: Leaf['value'], put: Put) => string

const orNull = (column: string) => `coalesce(to_jsonb(${column}), 'null'::jsonb)`

const columns: Readonly<Record<string, string>> = {
  'guest.name': orNull('g.name'),
  'guest.email': orNull('g.email'),
  'guest.phone': orNull('g.phone'),
  'guest.email_consent': 'to_jsonb(g.email_consent)',
  'guest.sms_consent': 'to_jsonb(g.sms_consent)',
  'guest.do_not_contact': 'to_jsonb(g.do_not_contact)',
  'guest.tags': 'to_jsonb(g.tags)',
  [TOPICS_OFF]: 'to_jsonb(g.topics_off)',
  'guest.points': 'to_jsonb(g.points)',
  'event.serials': 'to_jsonb(e.serials)',
}

/** undefined: not a field of guests or of their events. `where` says which events count. */
export function foundIn(field: string, put: Put, where = 'true'): string | undefined {
  const column = columns[field]
  if (column !== undefined) return column
  const named = findField(field)
  if (named?.row.path === 'guest.attributes.<key>') return `(g.attributes -> ${put(named.keys.key)}::text)`
  if (named?.row.path === 'event.parameters.<key>') return `(e.parameters -> ${put(named.keys.key)}::text)`
  if (named?.row.path === EVENT_COUNT)
    return eventCount(put(named.keys.key), put(Number(named.keys.days) * 24), where)
  if (named === undefined || !named.row.path.startsWith(FACTS)) return undefined
  const name = named.row.path.slice(FACTS.length)
  return factColumns[name] ?? `to_jsonb(f.${name})`
}

/**
 * An event is stored after it occurred, so that the ids of those that count have a lower end: old months are not looked
 * at. A day more, because ids are made by another clock.
 */
const eventCount = (source: string, hours: string, where: string) =>
  `to_jsonb((SELECT count(*) FROM events e
    WHERE e.organisation_id = g.organisation_id AND e.guest_id = g.id AND e.source = ${source}::text
      AND e.id >= uuid_floor(now() - make_interval(hours => ${hours}::integer + 24))
      AND coalesce(e.occurred_at, e.created_at) > now() - make_interval(hours => ${hours}::integer)
      AND ${where}))`

/** Amounts are read as texts; moments are texts as JSON has them. */
const factColumns: Readonly<Record<string, string>> = {
  spend: 'to_jsonb(f.spend::float8)',
  spend_30_days: 'to_jsonb(f.spend_30_days::float8)',
  spend_90_days: 'to_jsonb(f.spend_90_days::float8)',
  spend_365_days: 'to_jsonb(f.spend_365_days::float8)',
  average_spend: 'to_jsonb(f.average_spend::float8)',
  days_since_last_visit:
    'to_jsonb(CASE WHEN f.days_since_last_visit < 0 THEN 0 ELSE f.days_since_last_visit END)',
  first_visit: momentOf('f.first_visit'),
  last_visit: momentOf('f.last_visit'),
}

function momentOf(column: string): string {
  return `to_jsonb(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}

const json = (value: unknown, put: Put) => `${put(JSON.stringify(value))}::jsonb`
const textOf = (found: string) => `(${found} #>> '{}')`
const is = (found: string, type: 'string' | 'number' | 'array') => `jsonb_typeof(${found}) = '${type}'`
const negated =
  (compare: Comparison): Comparison =>
  (found, value, put) =>
    `NOT coalesce(${compare(found, value, put)}, false)`

const equals: Comparison = (found, value, put) => `${found} = ${json(value, put)}`

/** Texts have an order by code unit, which PostgreSQL does not know: `segmentFaults` refuses them. */
const ordered =
  (sign: '>' | '>=' | '<' | '<='): Comparison =>
  (found, value, put) =>
    `CASE WHEN ${is(found, 'number')} THEN (${found} #>> '{}')::float8 ${sign} ${put(value)}::float8 END`

const contains: Comparison = (found, value, put) => {
  const wanted = put(value)
  return `CASE jsonb_typeof(${found})
    WHEN 'string' THEN strpos(${textOf(found)}, ${wanted}::text) > 0 WHEN 'array' THEN ${found} ? ${wanted}::text END`
}

const startsWith: Comparison = (found, value, put) =>
  `CASE WHEN ${is(found, 'string')} THEN starts_with(${textOf(found)}, ${put(value)}::text) END`

const oneOf: Comparison = (found, value, put) => {
  const wanted = json(value, put)
  const among = `EXISTS (SELECT FROM jsonb_array_elements(${wanted}) AS w (value) WHERE`
  return `CASE WHEN ${is(found, 'array')}
    THEN ${among} jsonb_typeof(w.value) = 'string' AND ${found} ? (w.value #>> '{}')) ELSE ${among} w.value = ${found}) END`
}

const exists: Comparison = found => `${found} NOT IN ('null'::jsonb, '[]'::jsonb)`

/** What a segment can ask. Those that read the present are not among them yet. */
export const comparisons: Partial<Record<OperatorName, Comparison>> = {
  equals,
  not_equals: negated(equals),
  greater_than: ordered('>'),
  at_least: ordered('>='),
  less_than: ordered('<'),
  at_most: ordered('<='),
  contains,
  not_contains: negated(contains),
  starts_with: startsWith,
  one_of: oneOf,
  none_of: negated(oneOf),
  exists,
  not_exists: negated(exists),
}
