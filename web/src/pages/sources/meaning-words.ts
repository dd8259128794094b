import type { EventKind, SourcePage } from '@millrace/contract/source'
import { number } from '../../language/format.ts'

export const kindChoices: readonly { value: EventKind | ''; label: string }[] = [
  { value: '', label: 'nothing in particular' },
  { value: 'visit', label: 'visits' },
  { value: 'booking', label: 'bookings' },
  { value: 'no_show', label: 'no-shows' },
  { value: 'review', label: 'reviews' },
  { value: 'refund', label: 'refunds' },
]

export const kindInWords = (kind: EventKind | ''): string =>
  kindChoices.find(({ value }) => value === kind)?.label ?? kind

/** The parameters that came, and the declared one, which may not have come yet. */
export function parameterChoices({ fields }: Pick<SourcePage, 'fields'>, chosen: string) {
  const keys = new Set([...fields.map(({ key }) => key), ...(chosen === '' ? [] : [chosen])])
  return [{ value: '', label: 'none' }, ...[...keys].map(key => ({ value: key, label: key }))]
}

const numbered = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

/** How far the latest rebuild is. */
export function rebuildInWords({ status, events, entries }: NonNullable<SourcePage['rebuild']>): string {
  const counted = `${numbered(events, 'event', 'events')} read, ${numbered(entries, 'entry', 'entries')} changed`
  switch (status) {
    case 'running':
      return `Rebuilding from stored events: ${counted} so far.`
    case 'done':
      return `Rebuilt from stored events: ${counted}.`
    case 'cancelled':
      return `The rebuild was stopped: ${counted}.`
    default:
      return `The rebuild failed: ${counted}. Start it again.`
  }
}
