import type { ParameterValue } from '@millrace/contract/event'
import type { GuestImportRequest } from '@millrace/contract/guest-import'
import type { SourceMeaning } from '@millrace/contract/source'
import { countryOf } from '#guests/identifiers/country-of.ts'
import type { ReadIdentifier } from '#guests/identifiers/identifier.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { type ReadVisit, readVisit } from '#visits/read-visit.ts'
import { type Cell, isBlank, readAttribute, readVisitMoment, unstorableFault } from './cell.ts'
import type { IdentifyingTarget, Target } from './columns.ts'
import { inOrder, readIdentifierCell } from './identifier-cell.ts'
import type { Reasons } from './read-row.ts'

/** A visit as the file has it, and the event that it becomes. */
export interface VisitRow {
  readonly identifiers: readonly ReadIdentifier[]
  /** ISO 8601 in UTC. */
  readonly occurredAt: string
  readonly serial: string | null
  readonly parameters: Readonly<Record<string, ParameterValue>>
  readonly visit: ReadVisit
}

export type VisitReading =
  | { readonly kind: 'row'; readonly row: VisitRow }
  | { readonly kind: 'refused'; readonly reasons: Reasons }

export interface VisitRules {
  readonly targets: ReadonlyMap<string, Target>
  readonly settings: Pick<GuestImportRequest, 'date_format' | 'serial'>
  readonly source: string
  readonly meaning: SourceMeaning
  readonly organisation: OrganisationFacts
  readonly now: number
}

/** A clock that is a little fast is not the future. */
const FAST_CLOCK_MS = 60_000
const MOST_PARAMETERS = 100
const measures = ['amount', 'currency', 'covers'] as const

/** Reads the cells of one visit. What cannot be read is refused: an import can be repeated, a till cannot. Pure. */
export function readVisitRow(cells: ReadonlyMap<string, Cell>, rules: VisitRules): VisitReading {
  const { targets, settings, source, meaning, organisation, now } = rules
  const reasons: Reasons = {}
  const fault = (column: string, sentence: string) => {
    reasons[column] = [...(reasons[column] ?? []), sentence]
  }
  const said = new Map<Target['kind'], { column: string; cell: Cell }>()
  const identifying: { column: string; cell: Cell; target: IdentifyingTarget }[] = []
  const given = new Map<string, ParameterValue>()
  for (const [column, cell] of cells) {
    const target = targets.get(column)
    if (target === undefined || target.kind === 'ignore' || isBlank(cell)) continue
    const unstorable = unstorableFault(cell)
    if (unstorable !== undefined) fault(column, unstorable)
    else if (target.kind === 'email' || target.kind === 'phone' || target.kind === 'external_id')
      identifying.push({ column, cell, target })
    else if (target.kind === 'parameter') {
      const reading = readAttribute(cell, null, 'YYYY-MM-DD')
      if ('fault' in reading) fault(column, reading.fault)
      else given.set(target.key, reading.value)
    } else said.set(target.kind, { column, cell })
  }
  const serial = String(said.get('serial')?.cell ?? settings.serial ?? '').trim()
  const venue = organisation.venues.get(serial)
  if (serial !== '' && venue === undefined)
    fault(said.get('serial')?.column ?? 'row', 'is not a venue of the organisation')
  const country = countryOf(organisation, [serial])
  const identifiers: ReadIdentifier[] = []
  for (const { column, cell, target } of identifying) {
    const reading = readIdentifierCell(cell, target, country)
    if ('value' in reading) identifiers.push(reading.value)
    else fault(column, reading.fault)
  }
  if (identifying.length === 0) fault('row', 'has no e-mail address, phone number or external id')
  const zone = venue?.time_zone ?? organisation.settings.time_zone
  const occurredAt = momentOf(said, settings.date_format ?? 'YYYY-MM-DD', zone, fault)
  if (Date.parse(occurredAt) > now + FAST_CLOCK_MS)
    fault(said.get('occurred_at')?.column ?? 'row', 'must not be in the future')
  for (const measure of measures) {
    const one = said.get(measure)
    const key = meaning[measure]
    if (one !== undefined && key) given.set(key, asNumber(one.cell))
  }
  const parameters = Object.fromEntries(given.set('source', source))
  const visit = readVisit(meaning, parameters)
  for (const measure of measures) {
    const one = said.get(measure)
    if (one !== undefined && visit[measure] === null) fault(one.column, unreadable[measure])
  }
  if (given.size > MOST_PARAMETERS) fault('row', `has more than ${MOST_PARAMETERS} parameters`)
  if (Object.keys(reasons).length > 0) return { kind: 'refused', reasons }
  const row = { identifiers: inOrder(identifiers), occurredAt, serial: serial || null, parameters, visit }
  return { kind: 'row', row }
}

const unreadable = {
  amount: 'must be an amount, such as 42.50, and the source must have a parameter for it',
  currency: 'must be a currency, such as GBP, and the source must have a parameter for it',
  covers: 'must be a number of guests, and the source must have a parameter for it',
} as const

function momentOf(
  said: ReadonlyMap<Target['kind'], { column: string; cell: Cell }>,
  format: Parameters<typeof readVisitMoment>[1],
  zone: string,
  fault: (column: string, sentence: string) => void,
): string {
  const one = said.get('occurred_at')
  if (one === undefined) fault('row', 'does not say when it was (occurred_at)')
  const reading = one && readVisitMoment(one.cell, format, zone)
  if (reading && 'value' in reading) return reading.value
  if (one && reading) fault(one.column, reading.fault)
  return ''
}

/** As a till would send it, where nothing is lost by it: conditions compare numbers. */
function asNumber(cell: Cell): Cell {
  const text = String(cell).trim()
  return /^[+-]?\d{1,12}(\.\d{1,4})?$/.test(text) ? Number(text) : cell
}
