import type { MessageAttempt } from '@millrace/contract/dashboard/outbox'
import { Badge } from '../../components/Badge.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { inWords } from './attempt-in-words.ts'

const outcomes = {
  delivered: { tone: 'good', word: 'sent' },
  retry: { tone: 'warn', word: t`will retry` },
  refused: { tone: 'bad', word: 'refused' },
} as const

const columns: Column<MessageAttempt>[] = [
  { name: t`Attempt`, cell: ({ attempt }) => String(attempt) },
  { name: t`When`, cell: ({ at }) => <Time at={at} /> },
  { name: t`Duration`, cell: ({ duration_ms }) => t`${number(duration_ms)} ms` },
  {
    name: t`Result`,
    cell: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>,
  },
  { name: t`Answer`, long: true, cell: ({ detail }) => inWords(detail) },
]

/** Every delivery attempt, with the receiver's answer. */
export const Attempts = ({ attempts }: { attempts: readonly MessageAttempt[] }) => (
  <Table
    label={t`Delivery attempts`}
    columns={columns}
    rows={attempts}
    keyOf={({ attempt }) => String(attempt)}
  />
)
