import { type GuestVisits, noVisitFacts } from '@millrace/contract/condition/visit-facts'
import type { VisitFacts } from '@millrace/contract/visit'
import { averageOf, type LedgerEntry, ledgerUntil, numberOf } from './ledger.ts'

const DAY_MS = 86_400_000

/**
 * The facts of a guest over all venues and at one, at a moment: for the simulator, comparisons and replays, whose time is
 * not now.
 */
export function guestVisitsFrom(
  entries: readonly LedgerEntry[],
  serial: string | undefined,
  at: Date,
): GuestVisits {
  const until = entries.filter(({ occurredAt }) => occurredAt <= at)
  const here = () =>
    factsFrom(
      until.filter(entry => entry.serial === serial),
      at,
    )
  return { all: factsFrom(until, at), here: serial === undefined ? noVisitFacts : here() }
}

/** As a stored event found them: with its own entry, and without those of later events. */
export const guestVisitsAt = (
  entries: readonly LedgerEntry[],
  { id, serials }: { readonly id: string; readonly serials: readonly string[] },
  occurredAt: Date,
): GuestVisits => guestVisitsFrom(ledgerUntil(entries, { id, occurredAt }), serials[0], occurredAt)

/** The same as `loadVisitFacts`; a property test compares them. */
export function factsFrom(entries: readonly LedgerEntry[], now: Date): VisitFacts {
  const of = { visit: 0, booking: 0, no_show: 0, review: 0, refund: 0 }
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const venues = new Map<string, Visited>()
  const currencies = new Map<string, number>()
  for (const { kind, serial, occurredAt, amount, currency } of entries) {
    of[kind] += 1
    if (kind === 'visit') {
      const time = occurredAt.getTime()
      first = Math.min(first, time)
      last = Math.max(last, time)
      if (serial !== null) visit(venues, serial, time)
    }
    if (amount !== null && currency !== null && isMoney(kind))
      currencies.set(currency, (currencies.get(currency) ?? 0) + 1)
  }
  const currency = best(currencies, (a, b) => b - a)
  return {
    visits: of.visit,
    first_visit: of.visit === 0 ? null : new Date(first).toISOString(),
    last_visit: of.visit === 0 ? null : new Date(last).toISOString(),
    days_since_last_visit: of.visit === 0 ? null : Math.max(0, Math.floor((now.getTime() - last) / DAY_MS)),
    ...spendFrom(entries, currency, now),
    currency,
    favourite_venue: best(venues, (a, b) => b.visits - a.visits || b.last - a.last),
    bookings: of.booking,
    no_shows: of.no_show,
  }
}

interface Visited {
  visits: number
  last: number
}

function visit(venues: Map<string, Visited>, serial: string, time: number): void {
  const { visits, last } = venues.get(serial) ?? { visits: 0, last: time }
  venues.set(serial, { visits: visits + 1, last: Math.max(last, time) })
}

const isMoney = (kind: LedgerEntry['kind']) => kind === 'visit' || kind === 'refund'

/** Amounts without a currency are in the guest's usual one; those in another are left out. */
function spendFrom(entries: readonly LedgerEntry[], usual: string | null, now: Date) {
  let [spend, days30, days90, days365, paidVisits] = [0n, 0n, 0n, 0n, 0]
  for (const { kind, amount, currency, occurredAt } of entries) {
    if (amount === null || !isMoney(kind) || (currency !== null && currency !== usual)) continue
    const age = now.getTime() - occurredAt.getTime()
    spend += amount
    if (age < 30 * DAY_MS) days30 += amount
    if (age < 90 * DAY_MS) days90 += amount
    if (age < 365 * DAY_MS) days365 += amount
    if (kind === 'visit') paidVisits += 1
  }
  return {
    spend: numberOf(spend),
    spend_30_days: numberOf(days30),
    spend_90_days: numberOf(days90),
    spend_365_days: numberOf(days365),
    average_spend: paidVisits === 0 ? null : averageOf(spend, paidVisits),
  }
}

/** The first by this order; of several that are equal, the first by name. */
function best<Value>(
  found: ReadonlyMap<string, Value>,
  order: (a: Value, b: Value) => number,
): string | null {
  const [first] = [...found].toSorted(([a, one], [b, other]) => order(one, other) || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
