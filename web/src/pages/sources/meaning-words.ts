import type { EventKind, SourcePage } from '@millrace/contract/source'
import { plural, t } from '../../language/words.ts'

export const kindChoices: readonly { value: EventKind | ''; label: string }[] = [
  { value: '', label: t`nothing in particular` },
  { value: 'visit', label: t`visits` },
  { value: 'booking', label: t`bookings` },
  { value: 'no_show', label: t`no-shows` },
  { value: 'review', label: t`reviews` },
  { value: 'refund', label: t`refunds` },
]

export const kindInWords = (kind: EventKind | ''): string =>
  kindChoices.find(({ value }) => value === kind)?.label ?? kind

/** The parameters that came, and the declared one, which may not have come yet. */
export function parameterChoices({ fields }: Pick<SourcePage, 'fields'>, chosen: string) {
  const keys = new Set([...fields.map(({ key }) => key), ...(chosen === '' ? [] : [chosen])])
  return [{ value: '', label: t`none` }, ...[...keys].map(key => ({ value: key, label: key }))]
}

/** How far the latest rebuild is. */
export function rebuildInWords({ status, events, entries }: NonNullable<SourcePage['rebuild']>): string {
  const counted = t`${plural(events, '# event', '# events')} read, ${plural(entries, '# entry', '# entries')} changed`
  switch (status) {
    case 'running':
      return t`Rebuilding from stored events: ${counted} so far.`
    case 'done':
      return t`Rebuilt from stored events: ${counted}.`
    case 'cancelled':
      return t`The rebuild was stopped: ${counted}.`
    default:
      return t`The rebuild failed: ${counted}. Start it again.`
  }
}
