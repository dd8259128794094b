import type { ManagedVenue } from '@millrace/contract/venue'
import { useState } from 'react'
import { Link } from 'wouter'
import { listVenues } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Button } from '../../components/Button.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { NewVenueDialog } from './NewVenueDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { VenueStatus } from './VenueStatus.tsx'

export function VenuesPage() {
  const { role, serials } = useSignedIn()
  const mayEdit = role !== 'viewer'
  const { filter, setFilter, filtered } = useFilter(['text'])
  const [asking, setAsking] = useState<ManagedVenue>()
  const [adding, setAdding] = useState(false)
  const venues = usePages(['venues', filter], (cursor, signal) => listVenues(filter, cursor, signal))
  const columns: Column<ManagedVenue>[] = [
    { name: 'Serial', cell: venue => <code>{venue.serial}</code> },
    {
      name: 'Name',
      long: true,
      cell: venue => <Link to={`/venues/${encodeURIComponent(venue.serial)}`}>{venue.name}</Link>,
    },
    { name: 'Time zone', cell: venue => venue.time_zone },
    { name: 'Opening hours', cell: venue => (venue.opening_hours === null ? 'not set' : 'set') },
    { name: 'Status', cell: venue => <VenueStatus paused={venue.paused} /> },
    {
      name: 'What to do',
      silent: true,
      end: true,
      cell: venue => (
        <RowActions
          of={venue.name}
          actions={[{ name: venue.paused ? 'Resume' : 'Pause', act: () => setAsking(venue) }]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead title="Venues" about="Where things happen. An event names them by their serials.">
        {mayEdit && serials === null && <Button onClick={() => setAdding(true)}>Add a venue</Button>}
      </PageHead>
      <search className={styles.filter}>
        <LateField
          label="Find"
          name="text"
          placeholder="A name or a serial"
          value={filter.text}
          onChange={text => setFilter({ text })}
        />
      </search>
      <PagedTable
        label="Venues"
        query={venues}
        columns={mayEdit ? columns : columns.slice(0, -1)}
        keyOf={venue => venue.serial}
        empty={
          <Empty title={filtered ? 'No venue is like this' : 'No venue yet'}>
            <p>
              Without one, events are taken all the same; workflows for some venues only take none of them.
            </p>
          </Empty>
        }
      />
      {asking && <PauseDialog venue={asking} onClose={() => setAsking(undefined)} />}
      {adding && <NewVenueDialog onClose={() => setAdding(false)} />}
    </>
  )
}
