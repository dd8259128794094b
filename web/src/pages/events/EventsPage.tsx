import type { EventInList } from '@millrace/contract/dashboard/events'
import { Link } from 'wouter'
import { eventsFile, listEvents } from '../../api/management.ts'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { daysFields } from '../../components/list/days-fields.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { sourcePath } from '../../features/source/source-path.ts'
import { useSourceSuggestions } from '../../features/source/use-source-suggestions.ts'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { onlyVenue } from './only-venue.ts'

const FRESH_MS = 4_000

type Name = 'status' | 'source' | 'serial' | 'sourceless' | 'guest_id' | 'since' | 'until'

const results = [
  { value: '', label: 'Any' },
  { value: 'unrouted', label: 'Unmatched' },
  { value: 'routed', label: 'Matched' },
  { value: 'history', label: 'Sent as history' },
]

function useFields(): readonly FilterField<Name>[] {
  const sources = useSourceSuggestions()
  const venues = useVenueSuggestions()
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: 'Result', choices: results },
    { kind: 'text', name: 'source', label: 'Source', placeholder: 'e.g. till', suggestions: sources },
    { kind: 'text', name: 'serial', label: 'Venue', placeholder: 'Venue code', suggestions: venues },
    { kind: 'given', name: 'sourceless', label: 'Without a source', bare: true },
    guest,
    ...daysFields,
  ]
}

const columns: Column<EventInList>[] = [
  {
    name: 'Received',
    cell: event => (
      <Link to={`/events/${event.id}`}>
        <Time at={event.created_at} serial={onlyVenue(event.serials)} />
      </Link>
    ),
  },
  {
    name: 'Guest',
    long: true,
    cell: event => <Link to={`/guests/${event.guest_id}`}>{event.guest_name ?? event.guest_id}</Link>,
  },
  {
    name: 'Source',
    long: true,
    cell: event => <Link to={sourcePath(event.source)}>{event.source ?? 'none'}</Link>,
  },
  { name: 'Venues', long: true, cell: event => event.serials.join(', ') },
  {
    name: 'Result',
    cell: event =>
      event.runs > 0 ? (
        <Badge tone="good">{event.runs === 1 ? '1 run' : `${event.runs} runs`}</Badge>
      ) : event.status === 'history' ? (
        <Badge tone="quiet">history</Badge>
      ) : (
        <Badge tone="warn">unmatched</Badge>
      ),
  },
]

export function EventsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const list = useList({ name: 'events', fields: useFields(), ask: listEvents, paceMs: FRESH_MS })
  const send = mayEdit && <LinkButton to="/events/send">Send a test event</LinkButton>
  return (
    <ListPage
      title="Events"
      about="Everything your systems reported, with what it started and why."
      list={list}
      columns={columns}
      keyOf={event => event.id}
      file={{ name: 'events', address: eventsFile(list.filter), confirmed: true }}
      actions={
        <>
          <LinkButton quiet to="/events/unrouted">
            {' '}
            Unmatched events
          </LinkButton>
          {send}
        </>
      }
      empty={{
        title: 'No events yet',
        filtered: 'No matching events',
        about: (
          <>
            <p>
              Events come from your tills, booking systems and websites. Create an API key to send the first
              one.
            </p>
            {send}
          </>
        ),
      }}
    />
  )
}
