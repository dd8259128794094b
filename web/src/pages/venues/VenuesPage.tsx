import type { ManagedVenue } from '@millrace/contract/venue'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeVenue, listVenues } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { toast } from '../../shell/toasts/toasts.ts'

export function VenuesPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const queries = useQueryClient()
  const { filter, setFilter, filtered } = useFilter(['text'])
  const [asking, setAsking] = useState<ManagedVenue>()
  const venues = usePages(['venues', filter], (cursor, signal) => listVenues(filter, cursor, signal))
  const columns: Column<ManagedVenue>[] = [
    { name: 'Serial', cell: venue => <code>{venue.serial}</code> },
    { name: 'Name', long: true, cell: venue => venue.name },
    { name: 'Time zone', cell: venue => venue.time_zone },
    { name: 'Opening hours', cell: venue => (venue.opening_hours === null ? 'not set' : 'set') },
    {
      name: 'Status',
      cell: venue =>
        venue.paused ? <Badge tone="warn">paused</Badge> : <Badge tone="good">open to events</Badge>,
    },
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
      <PageHead title="Venues" about="Where things happen. An event names them by their serials." />
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
      {asking && (
        <ConfirmDialog
          title={asking.paused ? `Resume ${asking.name}?` : `Pause ${asking.name}?`}
          action={asking.paused ? 'Resume it' : 'Pause it'}
          send={() => changeVenue(asking.serial, { paused: !asking.paused })}
          onDone={({ message }) => {
            queries.invalidateQueries({ queryKey: ['venues'] })
            setAsking(undefined)
            toast(message, 'good')
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {asking.paused
              ? 'Events of this venue start workflows again, from the next one on.'
              : 'Events of this venue are kept, and start nothing until it is resumed. Guests who are inside a workflow go on.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
