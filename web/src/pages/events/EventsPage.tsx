import type { EventInList } from '@millrace/contract/dashboard/events'
import { Link } from 'wouter'
import { countEvents, eventsFile, listEvents } from '../../api/management.ts'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { daysFields } from '../../components/list/days-fields.ts'
import { any, type FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { sourcePath } from '../../features/source/source-path.ts'
import { useSourceMeanings } from '../../features/source/use-source-meanings.ts'
import { useSourceSuggestions } from '../../features/source/use-source-suggestions.ts'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { plural, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EventPeek } from './EventPeek.tsx'
import { eventTitle } from './event-title.ts'
import { onlyVenue } from './only-venue.ts'

const FRESH_MS = 4_000

type Name = 'status' | 'source' | 'serial' | 'sourceless' | 'guest_id' | 'since' | 'until'

const results = [
  any,
  { value: 'unrouted', label: t`Unmatched` },
  { value: 'routed', label: t`Matched` },
  { value: 'history', label: t`Sent as history` },
]

function useFields(): readonly FilterField<Name>[] {
  const sources = useSourceSuggestions()
  const venues = useVenueSuggestions()
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: t`Result`, choices: results },
    { kind: 'text', name: 'source', label: t`Source`, placeholder: t`e.g. till`, suggestions: sources },
    { kind: 'pick', name: 'serial', label: t`Venue`, placeholder: t`Any`, options: venues ?? [] },
    { kind: 'given', name: 'sourceless', label: t`Without a source`, bare: true },
    guest,
    ...daysFields,
  ]
}

const columns: Column<EventInList>[] = [
  {
    name: t`Received`,
    sort: 'created',
    down: true,
    cell: event => (
      <Link to={`/events/${event.id}`}>
        <Time at={event.created_at} serial={onlyVenue(event.serials)} />
      </Link>
    ),
  },
  {
    name: t`Guest`,
    long: true,
    cell: event => <Link to={`/guests/${event.guest_id}`}>{event.guest_name ?? event.guest_id}</Link>,
  },
  {
    name: t`Source`,
    long: true,
    cell: event => event.source !== null && <Link to={sourcePath(event.source)}>{event.source}</Link>,
  },
  {
    name: t`Venues`,
    long: true,
    cell: event => event.serials.length > 0 && <VenueNames serials={event.serials} />,
  },
  {
    name: t`Result`,
    cell: event =>
      event.runs > 0 ? (
        <Badge tone="good">{plural(event.runs, '# run', '# runs')}</Badge>
      ) : event.status === 'history' ? (
        <Badge tone="quiet">{t`history`}</Badge>
      ) : (
        <Badge tone="warn">{t`unmatched`}</Badge>
      ),
  },
]

export function EventsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const list = useList({
    name: 'events',
    fields: useFields(),
    ask: listEvents,
    count: countEvents,
    paceMs: FRESH_MS,
  })
  const venues = useVenueSuggestions()
  const meanings = useSourceMeanings()
  const send = mayEdit && <LinkButton to="/events/send">{t`Send a test event`}</LinkButton>
  return (
    <ListPage
      title={t`Events`}
      about={t`Everything your systems reported, with what it started and why.`}
      list={list}
      columns={columns}
      keyOf={event => event.id}
      peek={{
        title: event => eventTitle(event, venues, meanings),
        to: event => `/events/${event.id}`,
        body: event => <EventPeek id={event.id} />,
      }}
      file={{ name: 'events', address: eventsFile(list.filter), confirmed: true }}
      actions={
        <>
          <LinkButton quiet to="/events/unrouted">
            {t`Unmatched events`}
          </LinkButton>
          {send}
        </>
      }
      empty={{
        title: t`No events yet`,
        filtered: t`No matching events`,
        about: (
          <>
            <p>
              {t`Events come from your tills, booking systems and websites. Create an API key to send the first one.`}
            </p>
            {send}
          </>
        ),
      }}
    />
  )
}
