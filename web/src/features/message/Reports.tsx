import { type MessageReport, reporterName, reportInWords } from '@millrace/contract/email-feedback'
import { Badge } from '../../components/Badge.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import type { Tone } from '../../components/Note.tsx'
import { Time } from '../../components/time/Time.tsx'

const tones: Record<MessageReport['kind'], Tone> = {
  delivered: 'good',
  delayed: 'warn',
  dropped: 'bad',
  soft_bounce: 'warn',
  hard_bounce: 'bad',
  complaint: 'bad',
}

const columns: Column<MessageReport>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    name: 'Report',
    long: true,
    cell: ({ kind }) => <Badge tone={tones[kind]}>{reportInWords(kind)}</Badge>,
  },
  { name: 'Reported by', cell: ({ provider }) => reporterName(provider) },
  { name: 'Details', long: true, cell: ({ note }) => note },
]

/** What the e-mail provider, or a mail server, reported about a message. */
export const Reports = ({ reports }: { reports: readonly MessageReport[] }) => (
  <Table label="Provider reports" columns={columns} rows={reports} keyOf={({ kind }) => kind} />
)
