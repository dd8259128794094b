import type { GuestImport, ImportKind, ImportStatus } from '@millrace/contract/guest-import'
import type { Tone } from '../../../components/Note.tsx'
import { number } from '../../../language/format.ts'

export const isUnderWay = ({ status }: Pick<GuestImport, 'status'>): boolean =>
  status === 'checking' || status === 'importing' || status === 'undoing'

export const statusWords: Readonly<Record<ImportStatus, { label: string; tone: Tone }>> = {
  receiving: { label: 'Not checked', tone: 'quiet' },
  checking: { label: 'Checking', tone: 'quiet' },
  checked: { label: 'Checked', tone: 'warn' },
  importing: { label: 'Importing', tone: 'quiet' },
  imported: { label: 'Imported', tone: 'good' },
  undoing: { label: 'Undoing', tone: 'quiet' },
  undone: { label: 'Undone', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
}

const count = (amount: number, one: string) => `${number(amount)} ${one}${amount === 1 ? '' : 's'}`

/** What it did, or would do. */
export function resultInWords({ status, kind, counts }: GuestImport): string {
  const would = status === 'checking' || status === 'checked' ? 'to create' : 'created'
  const what = count(counts.created, kind === 'visits' ? 'visit' : 'guest')
  const changed = kind === 'visits' ? '' : `, ${number(counts.changed)} changed`
  return (
    `${count(counts.rows, 'row')}: ${what} ${would}${changed}, ${number(counts.unchanged)} unchanged, ` +
    `${number(counts.refused)} refused`
  )
}

export function undoInWords({ kind, undo }: GuestImport): string {
  const { deleted, restored, kept } = undo ?? { deleted: 0, restored: 0, kept: 0 }
  if (kind === 'visits') return `${count(deleted, 'visit')} deleted`
  return `${count(deleted, 'guest')} deleted, ${number(restored)} restored, ${number(kept)} kept`
}

/** What a column can be, in words. A name stands for the column. */
export function targetChoices(kind: ImportKind, column: string): { value: string; label: string }[] {
  const key = column.replaceAll(':', ' ').slice(0, 100)
  const identifiers = [
    { value: 'ignore', label: 'Ignore' },
    { value: 'email', label: 'E-mail address' },
    { value: 'phone', label: 'Phone number' },
    { value: 'external_id', label: 'External id' },
  ]
  if (kind === 'visits')
    return [
      ...identifiers,
      { value: 'occurred_at', label: 'Date and time' },
      { value: 'serial', label: 'Venue code' },
      { value: 'amount', label: 'Amount' },
      { value: 'currency', label: 'Currency' },
      { value: 'covers', label: 'Covers' },
      { value: `parameters.${key}`, label: 'Other parameter' },
    ]
  return [
    ...identifiers,
    { value: 'name', label: 'Name' },
    { value: 'first_name', label: 'First name' },
    { value: 'last_name', label: 'Last name' },
    { value: 'tags', label: 'Tags' },
    { value: 'points', label: 'Points (new balance)' },
    { value: 'email_consent', label: 'E-mail consent' },
    { value: 'sms_consent', label: 'SMS consent' },
    { value: 'do_not_contact', label: 'Do not contact' },
    { value: 'consent_at', label: 'When consent was given' },
    { value: 'consent_where', label: 'Where consent was given' },
    { value: 'consent_words', label: 'Wording of the consent' },
    { value: `attributes.${key}`, label: 'Attribute (text)' },
    { value: `attributes.${key}:number`, label: 'Attribute (number)' },
    { value: `attributes.${key}:boolean`, label: 'Attribute (yes or no)' },
    { value: `attributes.${key}:date`, label: 'Attribute (date)' },
  ]
}
