import type { LinkClicks } from '@millrace/contract/dashboard/outbox'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'

const columns: Column<LinkClicks>[] = [
  { name: t`Link`, long: true, cell: ({ url }) => url },
  { name: t`Clicks`, cell: ({ clicks }) => number(clicks) },
  { name: t`First`, cell: ({ first_at }) => <Time at={first_at} /> },
  { name: t`Last`, cell: ({ last_at }) => <Time at={last_at} /> },
]

/** The links of a message that were followed. */
export const Clicks = ({ clicks }: { clicks: readonly LinkClicks[] }) => (
  <Table label={t`Clicks`} columns={columns} rows={clicks} keyOf={({ url }) => url} />
)
