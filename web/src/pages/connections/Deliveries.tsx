import type { ListedDelivery } from '@millrace/contract/dashboard/connections'
import { Link } from 'wouter'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { FilterChips } from '../../components/list/FilterChips.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { deliveriesKey, listDeliveries } from './shared/connection-calls.ts'
import { resultInWords, stateWords } from './shared/delivery-in-words.ts'

const FRESH_MS = 3_000

const fields: readonly FilterField<'state'>[] = [
  {
    kind: 'choice',
    name: 'state',
    label: t`Status`,
    choices: [
      { value: '', label: t`Any` },
      ...Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
    ],
  },
]

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
      <FilterChips fields={fields} filter={filter} setFilter={setFilter} />
      <PagedTable
        label={t`Deliveries`}
        query={query}
        columns={columns}
        keyOf={delivery => delivery.id}
        empty={
          <Empty title={filtered ? t`No matching deliveries` : t`No deliveries yet`}>
            {filtered ? (
              <Button quiet onClick={clear}>
                {t`Show all`}
              </Button>
            ) : (
              <p>{t`Set up the other system, then make a first sale or booking there. It then appears here.`}</p>
            )}
          </Empty>
        }
      />
    </>
  )
}
