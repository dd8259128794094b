import type { ListedConnection } from '@millrace/contract/dashboard/connections'
import { Link } from 'wouter'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { number } from '../../language/format.ts'
import { plural, rich, t } from '../../language/words.ts'
import { useConnections } from './shared/connection-calls.ts'
import { counted, statusWords } from './shared/delivery-in-words.ts'

const columns: Column<ListedConnection>[] = [
  {
    name: t`Name`,
    sort: 'name',
    order: ({ name }) => name,
    long: true,
    cell: ({ id, name }) => <Link to={`/marketplace/connections/${id}`}>{name}</Link>,
  },
  { name: t`System`, cell: ({ vendor_name }) => vendor_name },
  {
    name: t`Status`,
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
  {
    name: t`Last delivery`,
    sort: 'last',
    down: true,
    order: ({ last_delivery_at }) => last_delivery_at,
    cell: ({ last_delivery_at }) => (last_delivery_at ? <Time at={last_delivery_at} /> : t`never`),
  },
  { name: t`Problems`, cell: problemsOf },
]

function problemsOf({ deliveries: { held, failed }, refused }: ListedConnection): string {
  const problems = [
    held > 0 && t`${counted(held)} held`,
    failed > 0 && t`${counted(failed)} failed`,
    refused > 0 && t`${number(refused)} refused`,
  ]
  return problems.filter(Boolean).join(', ') || t`None`
}

export function ConnectionsPage() {
  const sorting = useSort('')
  const connections = useConnections()
  const add = <LinkButton to="/marketplace/connections/new">{t`Add connection`}</LinkButton>
  return (
    <>
      <PageHead
        title={t`Connections`}
        trail={[{ label: t`Marketplace` }]}
        about={rich`Tills, booking systems and shops send their webhooks here as they are. Millrace turns them into events. ${<WhatIsThis topic="connections#connect-a-system">{t`How to connect a system`}</WhatIsThis>}`}
      >
        {add}
      </PageHead>
      <Loaded query={connections}>
        {rows =>
          rows.length === 0 ? (
            <Empty title={t`No connections yet`}>
              <p>
                {t`Add one for each system, such as Square, Toast or Stripe. You get an address to paste there, and see each delivery with the events it creates.`}
              </p>
              {add}
            </Empty>
          ) : (
            <Table
              sorting={sorting}
              label={plural(rows.length, '# connection', '# connections')}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </>
  )
}
