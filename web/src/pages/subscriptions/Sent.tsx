import type { SubscriptionDelivery } from '@millrace/contract/subscription'
import { useState } from 'react'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyList } from '../../components/list/EmptyList.tsx'
import { FilterChips } from '../../components/list/FilterChips.tsx'
import { stateField } from '../../components/list/filter-field.ts'
import { hasNothing } from '../../components/list/has-nothing.ts'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { eventInWords, stateWords } from './in-words.ts'
import { SentDialog } from './SentDialog.tsx'
import { FRESH_MS, listSent, sentKey } from './subscription-calls.ts'

const fields = [stateField(stateWords)]

/** What was sent and what waits, the newest first, kept up to date while it is shown. */
export function Sent({ id }: { id: string }) {
  const { filter, setFilter, clear, filtered } = useFilter(['state'])
  const [open, setOpen] = useState<string>()
  const query = usePages(
    [...sentKey, id, filter],
    (cursor, signal) => listSent(id, filter, cursor, signal),
    FRESH_MS,
  )
  const columns: Column<SubscriptionDelivery>[] = [
    { name: t`Happened`, cell: ({ occurred_at }) => <Time at={occurred_at} /> },
    { name: t`Event`, long: true, cell: ({ type }) => eventInWords(type) },
    {
      name: t`Status`,
      cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
    },
    {
      name: t`Attempts`,
      long: true,
      cell: ({ attempts, last_error }) => (last_error === null ? attempts : `${attempts}: ${last_error}`),
    },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: ({ id: deliveryId, type }) => (
        <RowActions
          of={eventInWords(type)}
          actions={[{ name: t`Details…`, act: () => setOpen(deliveryId) }]}
        />
      ),
    },
  ]
  return (
    <>
      {!hasNothing(query, filtered) && <FilterChips fields={fields} filter={filter} setFilter={setFilter} />}
      <PagedTable
        label={t`Deliveries`}
        query={query}
        columns={columns}
        keyOf={delivery => delivery.id}
        empty={
          <EmptyList
            title={t`Nothing sent yet`}
            about={<p>{t`Send a test to see whether the receiver answers.`}</p>}
            none={t`No matching deliveries`}
            isFiltered={filtered}
            onClear={clear}
          />
        }
      />
      {open !== undefined && <SentDialog id={id} deliveryId={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
