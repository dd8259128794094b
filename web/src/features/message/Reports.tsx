import { type MessageReport, reporterName, reportInWords } from '@millrace/contract/email-feedback'
import { Badge } from '../../components/Badge.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import type { Tone } from '../../components/Note.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'

const tones: Record<MessageReport['kind'], Tone> = {
  delivered: 'good',
  delayed: 'warn',
  dropped: 'bad',
  soft_bounce: 'warn',
  hard_bounce: 'bad',
  complaint: 'bad',
}

const columns: Column<MessageReport>[] = [
  { name: t`When`, cell: ({ at }) => <Time at={at} /> },
  {
    name: t`Report`,
    long: true,
    cell: ({ kind }) => <Badge tone={tones[kind]}>{reportInWords(kind)}</Badge>,
  },
  { name: t`Reported by`, cell: ({ provider }) => reporterName(provider) },
  { name: t`Details`, long: true, cell: ({ note }) => note },
]

/** What the e-mail provider, or a mail server, reported about a message. */
export const Reports = ({ reports }: { reports: readonly MessageReport[] }) => (
  <Table label={t`Provider reports`} columns={columns} rows={reports} keyOf={({ kind }) => kind} />
)
