import type { ManagedVenue } from '@millrace/contract/venue'
import { useState } from 'react'
import { Link } from 'wouter'
import { countVenues, listVenues, venuesFile } from '../../api/management.ts'
import { Button } from '../../components/Button.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { useAsked } from '../../components/use-asked.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { NewVenueDialog } from './NewVenueDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { VenueStatus } from './VenueStatus.tsx'

const fields: readonly FilterField<'text'>[] = [
  { kind: 'text', name: 'text', label: t`Search`, placeholder: t`Name or venue code` },
]

const columns: Column<ManagedVenue>[] = [
  {
    name: t`Name`,
    sort: 'name',
    long: true,
    cell: venue => <Link to={`/venues/${encodeURIComponent(venue.serial)}`}>{venue.name}</Link>,
  },
  { name: t`Venue code`, sort: 'serial', cell: venue => <code>{venue.serial}</code> },
  { name: t`Time zone`, cell: venue => venue.time_zone },
  { name: t`Opening hours`, cell: venue => (venue.opening_hours === null ? t`Not set` : t`Set`) },
  { name: t`Status`, cell: venue => <VenueStatus paused={venue.paused} /> },
]

export function VenuesPage() {
  const { role, serials } = useSignedIn()
  const mayEdit = role !== 'viewer'
  const mayAdd = mayEdit && serials === null
  const list = useList<ManagedVenue, 'text'>({
    name: 'venues',
    fields,
    ask: listVenues,
    count: countVenues,
    usual: 'serial',
  })
  const [asking, setAsking] = useState<ManagedVenue>()
  const [adding, setAdding] = useState(false)
  useAsked('new', () => setAdding(true))
  const actions: Column<ManagedVenue> = {
    name: t`Actions`,
    silent: true,
    end: true,
    cell: venue => (
      <RowActions
        of={venue.name}
        actions={[{ name: venue.paused ? t`Resume` : t`Pause`, act: () => setAsking(venue) }]}
      />
    ),
  }
  return (
    <>
      <ListPage
        title={t`Venues`}
        about={t`Your restaurants, bars and hotels. Events name a venue by its venue code.`}
        list={list}
        columns={mayEdit ? [...columns, actions] : columns}
        keyOf={venue => venue.serial}
        file={{ name: 'venues', address: venuesFile(list.filter) }}
        actions={mayAdd && <Button onClick={() => setAdding(true)}>{t`Add venue…`}</Button>}
        empty={{
          title: t`No venues yet`,
          filtered: t`No matching venues`,
          about: (
            <>
              <p>{t`Add your venues so that events, opening hours and workflows can refer to them.`}</p>
              {mayAdd && <Button onClick={() => setAdding(true)}>{t`Add your first venue`}</Button>}
            </>
          ),
        }}
      />
      {asking && <PauseDialog venue={asking} onClose={() => setAsking(undefined)} />}
      {mayAdd && adding && <NewVenueDialog onClose={() => setAdding(false)} />}
    </>
  )
}
