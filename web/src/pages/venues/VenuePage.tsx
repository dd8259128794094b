import type { ManagedVenue } from '@millrace/contract/venue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ActivityPanel } from './ActivityPanel.tsx'
import { hoursInWords } from './hours-in-words.ts'
import { PauseDialog } from './PauseDialog.tsx'
import { VenueSettings } from './VenueSettings.tsx'
import { VenueStatus } from './VenueStatus.tsx'
import { readVenue } from './venue-calls.ts'
import { WorkflowOverrides } from './WorkflowOverrides.tsx'

export function VenuePage({ serial }: { serial: string }) {
  const mayEdit = useSignedIn().role !== 'viewer'
  const [asking, setAsking] = useState(false)
  const venue = useQuery({
    queryKey: ['venue', serial],
    queryFn: ({ signal }) => asked(readVenue(serial, signal)),
  })
  return (
    <>
      <PageHead
        title={venue.data?.name ?? t`Venue`}
        trail={[{ label: t`Venues`, path: '/venues' }]}
        count={venue.data && <VenueStatus paused={venue.data.paused} />}
        about={venue.data && aboutOf(venue.data)}
      >
        {mayEdit && venue.data && (
          <Button quiet onClick={() => setAsking(true)}>
            {venue.data.paused ? t`Resume` : t`Pause`}
          </Button>
        )}
      </PageHead>
      <Loaded
        query={venue}
        absent={
          <Absent title={t`Venue not found`} all={t`All venues`} list="/venues">
            {t`It may belong to another organisation, or you have no access to it.`}
          </Absent>
        }
      >
        {data => (
          <>
            <ActivityPanel venue={data} />
            {mayEdit ? <VenueSettings venue={data} /> : <ReadOnlyVenue venue={data} />}
            <WorkflowOverrides serial={data.serial} mayEdit={mayEdit} />
            {asking && <PauseDialog venue={data} onClose={() => setAsking(false)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** For members who may not edit it. */
const ReadOnlyVenue = ({ venue }: { venue: ManagedVenue }) => (
  <>
    <Panel title={t`General`}>
      <DescriptionList entries={settingsOf(venue)} />
    </Panel>
    {venue.opening_hours && (
      <Panel title={t`Opening hours`}>
        <DescriptionList entries={hoursInWords(venue.opening_hours)} />
      </Panel>
    )}
    {Object.keys(venue.variables).length > 0 && (
      <Panel title={t`Variables`}>
        <DescriptionList
          entries={Object.entries(venue.variables).map(([key, value]) => [key, String(value)] as const)}
        />
      </Panel>
    )}
  </>
)

const settingsOf = ({ serial, time_zone, locale }: ManagedVenue) =>
  [
    [t`Venue code`, <code key="serial">{serial}</code>],
    [t`Time zone`, time_zone],
    [t`Language`, locale ?? t`Same as the organisation`],
  ] as const

const aboutOf = ({ serial, time_zone, created_at }: ManagedVenue) =>
  rich`${<code>{serial}</code>}, added ${<Time at={created_at} zone={time_zone} />}.`
