import type { Option } from '../../components/form/option.ts'
import { listed, money } from '../../language/format.ts'
import { t } from '../../language/words.ts'

interface Titled {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What the sources of tills and booking systems call the amount. */
const AMOUNTS = ['spend', 'total', 'amount']

/** "till at Harbour, £142.50": where an event comes from, the venues it is about, and the amount if it has one. */
export function eventTitle({ source, serials, parameters }: Titled, venues: readonly Option[] = []): string {
  const from = source ?? t`Event without a source`
  const names = serials.map(serial => venues.find(({ value }) => value === serial)?.label ?? serial)
  const where = names.length === 0 ? from : t`${from} at ${listed(names)}`
  const amount = AMOUNTS.map(name => parameters[name]).find(value => typeof value === 'number')
  if (amount === undefined) return where
  const { currency } = parameters
  return t`${where}, ${money(amount, typeof currency === 'string' ? currency : undefined)}`
}
