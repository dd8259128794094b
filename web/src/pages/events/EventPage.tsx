import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readEvent } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import { useSourceMeanings } from '../../features/source/use-source-meanings.ts'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EventResult } from './EventResult.tsx'
import { eventTitle } from './event-title.ts'
import { onlyVenue } from './only-venue.ts'

/** The receipt in plain sentences: what each workflow did with it, and why. */
export function EventPage({ id }: { id: string }) {
  const event = useQuery({ queryKey: ['event', id], queryFn: ({ signal }) => asked(readEvent(id, signal)) })
  const mayEdit = useSignedIn().role !== 'viewer'
  const venues = useVenueSuggestions()
  const meanings = useSourceMeanings()
  return (
    <>
      <PageHead
        title={event.data ? eventTitle(event.data.event, venues, meanings) : t`Event`}
        trail={[{ label: t`Events`, path: '/events' }]}
      >
        {mayEdit && event.data && (
          <LinkButton quiet to={`/events/send?${new URLSearchParams({ like: id })}`}>
            {t`Duplicate as test`}
          </LinkButton>
        )}
      </PageHead>
      <Loaded
        query={event}
        absent={
          <Absent title={t`Event not found`} all={t`All events`} list="/events">
            {t`It may belong to another organisation, or it was deleted because of its age.`}
          </Absent>
        }
      >
        {({ event: receipt, guest_name, sentences, effects }) => (
          <>
            <Panel>
              <DescriptionList
                entries={[
                  [
                    t`Guest`,
                    <Link key="guest" to={`/guests/${receipt.organisation_registration_id}`}>
                      {guest_name ?? receipt.organisation_registration_id}
                    </Link>,
                  ],
                  [
                    t`Source`,
                    <Link key="source" to={sourcePath(receipt.source)}>
                      {receipt.source ?? t`No source`}
                    </Link>,
                  ],
                  [t`Venues`, <VenueNames key="venues" serials={receipt.serials} />],
                  [
                    t`Received`,
                    <Time key="came" at={receipt.created_at} serial={onlyVenue(receipt.serials)} />,
                  ],
                ]}
              />
            </Panel>
            <Panel title={t`Result`}>
              <EventResult effects={effects} sentences={sentences} />
            </Panel>
            <JsonBlock label={t`Parameters`} value={receipt.parameters} />
          </>
        )}
      </Loaded>
    </>
  )
}
