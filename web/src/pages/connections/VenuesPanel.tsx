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
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { plural, t } from '../../language/words.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { setAlias } from './shared/connection-calls.ts'
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
    { name: t`Location`, long: true, cell: alias => <code>{alias.location}</code> },
    { name: t`Venue`, cell: ({ venue }) => <VenueNames plain serials={[venue]} /> },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: alias => (
        <RowActions of={alias.location} actions={[{ name: t`Remove`, act: () => void remove(alias) }]} />
      ),
    },
  ]
  const first = unknown_locations[0] ?? ''
  return (
    <Panel title={t`Venues`}>
      <p>{t`${vendor_name} has its own ids for locations. Choose the venue for each one.`}</p>
      {unknown_locations.length > 0 && (
        <Note tone="warn">
          {plural(
            unknown_locations.length,
            'Deliveries are held because # location has no venue',
            'Deliveries are held because # locations have no venue',
          )}
          {`: ${unknown_locations.join(', ')}. `}
          {t`They are processed when you set one.`}
        </Note>
      )}
      {aliases.length > 0 && (
        <Table
          label={t`Venues of locations`}
          columns={columns}
          rows={aliases}
          keyOf={alias => alias.location}
        />
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
  if (venues.length === 0) return <LinkButton to="/venues">{t`Add a venue first`}</LinkButton>
  return (
    <Form submission={submission} action={t`Set venue`}>
      <TextField
        label={t`Location`}
        name="location"
        required
        maxLength={2048}
        note={t`The id in the other system.`}
        value={location}
        onChange={onLocation}
        failure={submission.failure}
      />
      <SelectField
        label={t`Venue`}
        name="venue"
        value={venue}
        choices={venues}
        onChange={setVenue}
        failure={submission.failure}
      />
    </Form>
  )
}
