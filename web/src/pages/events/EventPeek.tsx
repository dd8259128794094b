import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readEvent } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Time } from '../../components/time/Time.tsx'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { t } from '../../language/words.ts'
import { EventResult } from './EventResult.tsx'
import { onlyVenue } from './only-venue.ts'

/** An event beside the list: whom it is about, and what came of it. */
export function EventPeek({ id }: { id: string }) {
  const event = useQuery({ queryKey: ['event', id], queryFn: ({ signal }) => asked(readEvent(id, signal)) })
  return (
    <Loaded query={event}>
      {({ event: receipt, guest_name, sentences, effects }) => (
        <>
          <DescriptionList
            entries={[
              [
                t`Guest`,
                <Link key="guest" to={`/guests/${receipt.organisation_registration_id}`}>
                  {guest_name ?? receipt.organisation_registration_id}
                </Link>,
              ],
              [t`Venues`, <VenueNames key="venues" serials={receipt.serials} />],
              [t`Received`, <Time key="came" at={receipt.created_at} serial={onlyVenue(receipt.serials)} />],
            ]}
          />
          <EventResult effects={effects} sentences={sentences} />
          <JsonBlock label={t`Parameters`} value={receipt.parameters} />
        </>
      )}
    </Loaded>
  )
}
