import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listVenues } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { readAll } from '../../components/list/read-all.ts'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { setAlias } from './shared/connection-calls.ts'
import { count } from './shared/delivery-in-words.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'

type Alias = WholeConnection['aliases'][number]

/** Other systems have their own ids for venues: which of them means which venue. */
export function VenuesPanel({ connection }: { connection: WholeConnection }) {
  const { id, aliases, unknown_locations, vendor_name } = connection
  const saved = useConnectionSaved()
  const [location, setLocation] = useState<string>()
  const venues = useQuery({
    queryKey: ['venues', 'names'],
    queryFn: ({ signal }) =>
      asked(readAll((cursor, ended) => listVenues({ text: '' }, cursor, ended), signal)),
    staleTime: 60_000,
  })
  const remove = async (alias: Alias) => {
    const answer = await setAlias(id, { location: alias.location, venue: null })
    if (answer.ok) saved(answer.value)
    else toastFailure(answer.failure)
  }
  const columns: Column<Alias>[] = [
    { name: 'Location', long: true, cell: alias => <code>{alias.location}</code> },
    { name: 'Venue', cell: ({ venue }) => <code>{venue}</code> },
    {
      name: 'Actions',
      silent: true,
      end: true,
      cell: alias => (
        <RowActions of={alias.location} actions={[{ name: 'Remove', act: () => void remove(alias) }]} />
      ),
    },
  ]
  const first = unknown_locations[0] ?? ''
  return (
    <Panel title="Venues">
      <p>{`${vendor_name} has its own ids for locations. Choose the venue for each one.`}</p>
      {unknown_locations.length > 0 && (
        <Note tone="warn">
          {`Deliveries are held because ${count(unknown_locations.length, 'location')} ${
            unknown_locations.length === 1 ? 'has' : 'have'
          } no venue: ${unknown_locations.join(', ')}. They are processed when you set one.`}
        </Note>
      )}
      {aliases.length > 0 && (
        <Table label="Venues of locations" columns={columns} rows={aliases} keyOf={alias => alias.location} />
      )}
      <Loaded query={venues}>
        {({ rows }) => (
          <AliasForm
            key={first}
            connection={connection}
            location={location ?? first}
            onLocation={setLocation}
            venues={rows.map(({ serial, name }) => ({ value: serial, label: `${name} (${serial})` }))}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function AliasForm({
  connection,
  location,
  onLocation,
  venues,
}: {
  connection: WholeConnection
  location: string
  onLocation(location: string | undefined): void
  venues: readonly { value: string; label: string }[]
}) {
  const saved = useConnectionSaved()
  const [venue, setVenue] = useState(venues[0]?.value ?? '')
  const submission = useSubmit(
    () => setAlias(connection.id, { location: location.trim(), venue }),
    answer => {
      saved(answer)
      onLocation(undefined)
    },
  )
  if (venues.length === 0) return <LinkButton to="/venues">Add a venue first</LinkButton>
  return (
    <Form submission={submission} action="Set venue">
      <TextField
        label="Location"
        name="location"
        required
        maxLength={2048}
        note="The id in the other system."
        value={location}
        onChange={onLocation}
        failure={submission.failure}
      />
      <SelectField
        label="Venue"
        name="venue"
        value={venue}
        choices={venues}
        onChange={setVenue}
        failure={submission.failure}
      />
    </Form>
  )
}
