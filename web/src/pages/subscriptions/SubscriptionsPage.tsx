import type { Subscription } from '@millrace/contract/subscription'
import { useState } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../language/words.ts'
import { statusWords } from './in-words.ts'
import { AddDialog } from './SubscriptionDialogs.tsx'
import { useSubscriptions } from './subscription-calls.ts'

const columns: Column<Subscription>[] = [
  {
    name: t`Name`,
    sort: 'name',
    order: ({ name }) => name,
    long: true,
    cell: ({ id, name }) => <Link to={`/marketplace/subscriptions/${id}`}>{name}</Link>,
  },
  { name: t`Address`, long: true, cell: ({ url }) => url },
  {
    name: t`Status`,
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
  {
    name: t`Last delivered`,
    cell: ({ last_delivered_at }) => (last_delivered_at ? <Time at={last_delivered_at} /> : t`never`),
  },
]

export function SubscriptionsPage() {
  const sorting = useSort('')
  const subscriptions = useSubscriptions()
  const [adding, setAdding] = useState(false)
  useAsked('new', () => setAdding(true))
  const add = <Button onClick={() => setAdding(true)}>{t`Add subscription…`}</Button>
  return (
    <>
      <PageHead
        title={t`Subscriptions`}
        trail={[{ label: t`Marketplace` }]}
        about={rich`Notify other systems when a run finishes, a consent changes, guests are merged or a message bounces. ${<WhatIsThis topic="integrators#subscribe-to-what-happens">{t`What is sent`}</WhatIsThis>}`}
      >
        {add}
      </PageHead>
      <Loaded query={subscriptions}>
        {rows =>
          rows.length === 0 ? (
            <Empty title={t`No subscriptions yet`}>
              <p>{t`Add one for each system that has to know, such as a CRM or a data warehouse.`}</p>
              {add}
            </Empty>
          ) : (
            <Table
              label={t`Subscriptions`}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              sorting={sorting}
            />
          )
        }
      </Loaded>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}
