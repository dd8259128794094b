import type { GuestPage } from '@millrace/contract/dashboard/guests'
import { useState } from 'react'
import type { Static } from 'typebox'
import { Link } from 'wouter'
import { listGuests } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { consentInWords } from './consent.ts'
import { ExportButton } from './ExportButton.tsx'
import { NewGuestDialog } from './NewGuestDialog.tsx'

type Guest = Static<typeof GuestPage>['data'][number]

const columns: Column<Guest>[] = [
  {
    name: 'Name',
    long: true,
    cell: guest => <Link to={`/guests/${guest.id}`}>{guest.name ?? guest.id}</Link>,
  },
  { name: 'E-mail', long: true, cell: guest => guest.email ?? '' },
  { name: 'May be reached by', cell: consentInWords },
  { name: 'Points', end: true, cell: guest => guest.points.toLocaleString('en-GB') },
  {
    name: 'Tags',
    long: true,
    cell: ({ tags }) =>
      tags.map(tag => (
        <Badge key={tag} tone="quiet">
          {tag}
        </Badge>
      )),
  },
]

export function GuestsPage() {
  const isOwner = useIsOwner()
  const mayEdit = useSignedIn().role !== 'viewer'
  const [registering, setRegistering] = useState(false)
  const { filter, setFilter, filtered } = useFilter(['text', 'tag'])
  const guests = usePages(['guests', filter], (cursor, signal) => listGuests(filter, cursor, signal))
  return (
    <>
      <PageHead title="Guests" about="The people that events are about.">
        {isOwner && <ExportButton tag={filter.tag} />}
        {mayEdit && <Button onClick={() => setRegistering(true)}>Register a guest</Button>}
      </PageHead>
      <search className={styles.filter}>
        <LateField
          label="Find"
          name="text"
          placeholder="The beginning of a name, e-mail, phone or external id"
          value={filter.text}
          onChange={text => setFilter({ text })}
        />
        <LateField
          label="Tag"
          name="tag"
          placeholder="as in vip"
          value={filter.tag}
          onChange={tag => setFilter({ tag })}
        />
      </search>
      <PagedTable
        label="Guests"
        query={guests}
        columns={columns}
        keyOf={guest => guest.id}
        empty={
          <Empty title={filtered ? 'Nobody is like this' : 'No guest yet'}>
            <p>Your systems register guests through the API, with POST /v1/guests, and you can do so here.</p>
          </Empty>
        }
      />
      {registering && <NewGuestDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
