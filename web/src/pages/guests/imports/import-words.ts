import type { GuestImport, ImportKind, ImportStatus } from '@millrace/contract/guest-import'
import type { Tone } from '../../../components/Note.tsx'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'

export const isUnderWay = ({ status }: Pick<GuestImport, 'status'>): boolean =>
  status === 'checking' || status === 'importing' || status === 'undoing'

export const statusWords: Readonly<Record<ImportStatus, { label: string; tone: Tone }>> = {
  receiving: { label: t`Not checked`, tone: 'quiet' },
  checking: { label: t`Checking`, tone: 'quiet' },
  checked: { label: t`Checked`, tone: 'warn' },
  importing: { label: t`Importing`, tone: 'quiet' },
  imported: { label: t`Imported`, tone: 'good' },
  undoing: { label: t`Undoing`, tone: 'quiet' },
  undone: { label: t`Undone`, tone: 'quiet' },
  failed: { label: t`Failed`, tone: 'bad' },
  cancelled: { label: t`Cancelled`, tone: 'warn' },
}

const visits = (count: number) => plural(count, '# visit', '# visits')
const guests = (count: number) => plural(count, '# guest', '# guests')

/** What it did, or would do. */
export function resultInWords({ status, kind, counts }: GuestImport): string {
  const isTrial = status === 'checking' || status === 'checked'
  const what = kind === 'visits' ? visits(counts.created) : guests(counts.created)
  return [
    t`${plural(counts.rows, '# row', '# rows')}: ${isTrial ? t`${what} to create` : t`${what} created`}`,
    counts.changed > 0 && t`${number(counts.changed)} changed`,
    counts.unchanged > 0 && t`${number(counts.unchanged)} unchanged`,
    counts.refused > 0 && t`${number(counts.refused)} refused`,
  ]
    .filter(Boolean)
    .join(', ')
}

export function undoInWords({ kind, undo }: GuestImport): string {
  const { deleted, restored, kept } = undo ?? { deleted: 0, restored: 0, kept: 0 }
  if (kind === 'visits') return t`${visits(deleted)} deleted`
  return t`${guests(deleted)} deleted, ${number(restored)} restored, ${number(kept)} kept`
}

/** What a column can be, in words. A name stands for the column. */
export function targetChoices(kind: ImportKind, column: string): { value: string; label: string }[] {
  const key = column.replaceAll(':', ' ').slice(0, 100)
  const identifiers = [
    { value: 'ignore', label: t`Ignore` },
    { value: 'email', label: t`E-mail address` },
    { value: 'phone', label: t`Phone number` },
    { value: 'external_id', label: t`External id` },
  ]
  if (kind === 'visits')
    return [
      ...identifiers,
      { value: 'occurred_at', label: t`Date and time` },
      { value: 'serial', label: t`Venue code` },
      { value: 'amount', label: t`Amount` },
      { value: 'currency', label: t`Currency` },
      { value: 'covers', label: t`Covers` },
      { value: `parameters.${key}`, label: t`Other parameter` },
    ]
  return [
    ...identifiers,
    { value: 'name', label: t`Name` },
    { value: 'first_name', label: t`First name` },
    { value: 'last_name', label: t`Last name` },
    { value: 'tags', label: t`Tags` },
    { value: 'points', label: t`Points (new balance)` },
    { value: 'email_consent', label: t`E-mail consent` },
    { value: 'sms_consent', label: t`SMS consent` },
    { value: 'do_not_contact', label: t`Do not contact` },
    { value: 'consent_at', label: t`When consent was given` },
    { value: 'consent_where', label: t`Where consent was given` },
    { value: 'consent_words', label: t`Wording of the consent` },
    { value: `attributes.${key}`, label: t`Attribute (text)` },
    { value: `attributes.${key}:number`, label: t`Attribute (number)` },
    { value: `attributes.${key}:boolean`, label: t`Attribute (yes or no)` },
    { value: `attributes.${key}:date`, label: t`Attribute (date)` },
  ]
}
