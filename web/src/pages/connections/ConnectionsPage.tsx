import type { ListedConnection } from '@millrace/contract/dashboard/connections'
import { Link } from 'wouter'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { number } from '../../language/format.ts'
import { useConnections } from './shared/connection-calls.ts'
import { count, counted, statusWords } from './shared/delivery-in-words.ts'

const columns: Column<ListedConnection>[] = [
  {
    name: 'Name',
    long: true,
    cell: ({ id, name }) => <Link to={`/marketplace/connections/${id}`}>{name}</Link>,
  },
  { name: 'System', cell: ({ vendor_name }) => vendor_name },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
  {
    name: 'Last delivery',
    cell: ({ last_delivery_at }) => (last_delivery_at ? <Time at={last_delivery_at} /> : 'never'),
  },
  { name: 'Problems', cell: problemsOf },
]

function problemsOf({ deliveries: { held, failed }, refused }: ListedConnection): string {
  const problems = [
    held > 0 && `${counted(held)} held`,
    failed > 0 && `${counted(failed)} failed`,
    refused > 0 && `${number(refused)} refused`,
  ]
  return problems.filter(Boolean).join(', ') || 'none'
}

export function ConnectionsPage() {
  const connections = useConnections()
  const add = <LinkButton to="/marketplace/connections/new">Add connection</LinkButton>
  return (
    <>
      <PageHead
        title="Connections"
        trail={[{ label: 'Marketplace' }]}
        about={
          <>
            Tills, booking systems and shops send their webhooks here as they are. Millrace turns them into
            events. <WhatIsThis topic="connections#connect-a-system">How to connect a system</WhatIsThis>
          </>
        }
      >
        {add}
      </PageHead>
      <Loaded query={connections}>
        {rows =>
          rows.length === 0 ? (
            <Empty title="No connections yet">
              <p>
                Add one for each system, such as Square, Toast or Stripe. You get an address to paste there,
                and see each delivery with the events it creates.
              </p>
              {add}
            </Empty>
          ) : (
            <Table
              label={count(rows.length, 'connection')}
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
