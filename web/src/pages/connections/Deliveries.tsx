import type { ListedDelivery } from '@millrace/contract/dashboard/connections'
import { Link } from 'wouter'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyList } from '../../components/list/EmptyList.tsx'
import { FilterChips } from '../../components/list/FilterChips.tsx'
import { stateField } from '../../components/list/filter-field.ts'
import { hasNothing } from '../../components/list/has-nothing.ts'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { deliveriesKey, listDeliveries } from './shared/connection-calls.ts'
import { resultInWords, stateWords } from './shared/delivery-in-words.ts'

const FRESH_MS = 3_000

const fields = [stateField(stateWords)]

/** What arrived, the newest first, kept up to date while it is shown. */
export function Deliveries({ id }: { id: string }) {
  const { filter, setFilter, clear, filtered } = useFilter(['state'])
  const query = usePages(
    [...deliveriesKey, id, filter],
    (cursor, signal) => listDeliveries(id, filter, cursor, signal),
    FRESH_MS,
  )
  const columns: Column<ListedDelivery>[] = [
    {
      name: t`Received`,
      cell: delivery => (
        <Link to={`/marketplace/connections/${id}/deliveries/${delivery.id}`}>
          <Time at={delivery.received_at} />
        </Link>
      ),
    },
    {
      name: t`Status`,
      cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
    },
    { name: t`Result`, long: true, cell: resultInWords },
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
            title={t`No deliveries yet`}
            about={
              <p>{t`Set up the other system, then make a first sale or booking there. It then appears here.`}</p>
            }
            none={t`No matching deliveries`}
            isFiltered={filtered}
            onClear={clear}
          />
        }
      />
    </>
  )
}
