import type { EventKind, SourceMeaning } from '@millrace/contract/source'
import type { Option } from '../../components/form/option.ts'
import { listed, money } from '../../language/format.ts'
import { t } from '../../language/words.ts'

interface Titled {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What the sources of tills and booking systems call the amount, where nobody said which parameter it is. */
const AMOUNTS = ['spend', 'total', 'amount']

const kinds: Readonly<Record<EventKind, string>> = {
  visit: t`Visit`,
  booking: t`Booking`,
  no_show: t`No-show`,
  review: t`Review`,
  refund: t`Refund`,
}

/** "Bill at Harbour, £142.50": what an event is, the venues it is about, and the amount if it has one. */
export function eventTitle(
  { source, serials, parameters }: Titled,
  venues: readonly Option[] = [],
  meanings: ReadonlyMap<string | null, SourceMeaning> = new Map(),
): string {
  const meaning = meanings.get(source)
  const amount = [...(meaning?.amount ? [meaning.amount] : []), ...AMOUNTS]
    .map(name => parameters[name])
    .find(value => typeof value === 'number')
  const what = whatIn(source, meaning?.kind, amount !== undefined)
  const names = serials.map(serial => venues.find(({ value }) => value === serial)?.label ?? serial)
  const where = names.length === 0 ? what : t`${what} at ${listed(names)}`
  if (amount === undefined) return where
  const currency = parameters[meaning?.currency ?? 'currency']
  return t`${where}, ${money(amount, typeof currency === 'string' ? currency : undefined)}`
}

function whatIn(source: string | null, kind: EventKind | undefined, hasAmount: boolean): string {
  if (kind !== undefined) return kind === 'visit' && hasAmount ? t`Bill` : kinds[kind]
  return source === null ? t`Event without a source` : inPlainWords(source)
}

/** A source is named by those who integrate it: "door-counter" reads as "Door counter". */
function inPlainWords(source: string): string {
  const words = source.replace(/[-_.\s]+/g, ' ').trim()
  return words === '' ? source : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
