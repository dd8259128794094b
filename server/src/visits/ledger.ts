import type { EventKind, SourceMeaning } from '@millrace/contract/source'
import { readVisit } from './read-visit.ts'

/** An entry of the ledger, in memory. */
export interface LedgerEntry {
  readonly eventId: string
  readonly kind: EventKind
  /** Empty for events that name none. */
  readonly source: string
  readonly serial: string | null
  readonly occurredAt: Date
  /** In ten-thousandths: sums of them are exact, and ten times as fast as with decimals. */
  readonly amount: bigint | null
  readonly currency: string | null
}

interface EventOfGuest {
  readonly id: string
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Parameters<typeof readVisit>[1]
}

/** With the entry that an event leaves, if its source has a meaning. */
export function withEvent(
  entries: readonly LedgerEntry[],
  meanings: ReadonlyMap<string, SourceMeaning>,
  { id, source, serials, parameters }: EventOfGuest,
  occurredAt: Date,
): readonly LedgerEntry[] {
  const meaning = meanings.get(source ?? '')
  if (meaning === undefined) return entries
  const { kind, amount, currency } = readVisit(meaning, parameters)
  const entry = { eventId: id, kind, source: source ?? '', serial: serials[0] ?? null, occurredAt, currency }
  return [...entries, { ...entry, amount: amount === null ? null : unitsOf(amount) }]
}

const DECIMALS = 4

/** A decimal number with at most four decimals. */
export function unitsOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}

/** By way of its digits: the number that is nearest to the decimal. */
export const numberOf = (units: bigint, decimals = DECIMALS): number => {
  if (units === 0n) return 0
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const number = Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
  return units < 0n ? -number : number
}

/** To two decimals, half away from zero. */
export function averageOf(units: bigint, many: number): number {
  const divisor = 100n * BigInt(many)
  const [size, sign] = units < 0n ? [-units, -1n] : [units, 1n]
  return numberOf(sign * ((2n * size + divisor) / (2n * divisor)), 2)
}

/** As a stored event found the ledger: with its own entry, and without those of later events. */
export const ledgerUntil = (
  entries: readonly LedgerEntry[],
  event: { readonly id: string; readonly occurredAt: Date },
): readonly LedgerEntry[] =>
  entries.filter(({ eventId, occurredAt }) => {
    const later = occurredAt.getTime() - event.occurredAt.getTime()
    return later < 0 || (later === 0 && eventId <= event.id)
  })
