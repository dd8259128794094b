import type { EventKind } from '@millrace/contract/source'
import type { VisitFacts } from '@millrace/contract/visit'
import Big from 'big.js'

/** An entry of the ledger, in memory. */
export interface LedgerEntry {
  readonly eventId: string
  readonly kind: EventKind
  readonly serial: string | null
  readonly occurredAt: Date
  /** A decimal number. */
  readonly amount: string | null
  readonly currency: string | null
}

const DAY_MS = 86_400_000

/** The same as `loadVisitFacts`, from entries in memory: what the property test compares it with. */
export function factsFrom(entries: readonly LedgerEntry[], now: Date): VisitFacts {
  const visits = entries.filter(({ kind }) => kind === 'visit')
  const times = visits.map(({ occurredAt }) => occurredAt.getTime())
  const [first, last] = times.length === 0 ? [null, null] : [Math.min(...times), Math.max(...times)]
  const money = entries.filter(
    (entry): entry is LedgerEntry & { amount: string } =>
      entry.amount !== null && (entry.kind === 'visit' || entry.kind === 'refund'),
  )
  const currency = usual(money.flatMap(entry => entry.currency ?? []))
  const paid = money.filter(entry => entry.currency === null || entry.currency === currency)
  const spend = sum(paid)
  const paidVisits = paid.filter(({ kind }) => kind === 'visit').length
  const within = (days: number) =>
    sum(paid.filter(({ occurredAt }) => occurredAt.getTime() > now.getTime() - days * DAY_MS)).toNumber()
  return {
    visits: visits.length,
    first_visit: first === null ? null : new Date(first).toISOString(),
    last_visit: last === null ? null : new Date(last).toISOString(),
    days_since_last_visit: last === null ? null : Math.max(0, Math.floor((now.getTime() - last) / DAY_MS)),
    spend: spend.toNumber(),
    spend_30_days: within(30),
    spend_90_days: within(90),
    spend_365_days: within(365),
    average_spend: paidVisits === 0 ? null : average(spend, paidVisits),
    currency,
    favourite_venue: favourite(visits),
    bookings: entries.filter(({ kind }) => kind === 'booking').length,
    no_shows: entries.filter(({ kind }) => kind === 'no_show').length,
  }
}

const sum = (entries: readonly { readonly amount: string }[]) =>
  entries.reduce((total, { amount }) => total.plus(amount), new Big(0))

/** Big.js divides to twenty decimals: enough to round amounts of four correctly to two. */
const average = (spend: Big, visits: number) => spend.div(visits).round(2, Big.roundHalfUp).toNumber() + 0

/** The most frequent; of several, the first by name. */
function usual(currencies: readonly string[]): string | null {
  const counted = [...Map.groupBy(currencies, currency => currency)]
  counted.sort(([a, many], [b, more]) => more.length - many.length || (a < b ? -1 : 1))
  return counted[0]?.[0] ?? null
}

/** Most visits; of several, the one visited last. */
function favourite(visits: readonly LedgerEntry[]): string | null {
  const venues = [...Map.groupBy(visits, ({ serial }) => serial)].flatMap(([serial, there]) =>
    serial === null
      ? []
      : [
          {
            serial,
            visits: there.length,
            last: Math.max(...there.map(({ occurredAt }) => occurredAt.getTime())),
          },
        ],
  )
  venues.sort((a, b) => b.visits - a.visits || b.last - a.last || (a.serial < b.serial ? -1 : 1))
  return venues[0]?.serial ?? null
}
