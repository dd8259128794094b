import type { VisitFacts } from '@millrace/contract/visit'
import { Link } from 'wouter'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { money, number } from '../../language/format.ts'
import { rich, t } from '../../language/words.ts'
import { useGuestFacts } from './use-guest-facts.ts'

/** What the ledger of visits says about the guest now. */
export function VisitsPanel({ id }: { id: string }) {
  const facts = useGuestFacts(id)
  return (
    <Panel title={t`Visits`}>
      <Loaded query={facts}>
        {({ facts, serials }) => (
          <>
            {serials !== null && <p>{rich`At your venues: ${<VenueNames serials={serials} />}.`}</p>}
            {isEmpty(facts) ? <NoVisits /> : <DescriptionList entries={entriesOf(facts)} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Eleven times "none" would say less. A refund alone is spend, too. */
const isEmpty = ({ visits, bookings, no_shows, spend }: VisitFacts) =>
  visits === 0 && bookings === 0 && no_shows === 0 && spend === 0

const NoVisits = () => (
  <p>
    {rich`No visits yet. They are counted from the events of ${<Link to="/sources">{t`sources`}</Link>} for which you have said what their events are.`}
  </p>
)

const entriesOf = (facts: VisitFacts) => {
  const amount = (value: number) => money(value, facts.currency)
  return [
    [t`Visits`, number(facts.visits)],
    [t`First visit`, facts.first_visit === null ? t`none` : <Time key="first" at={facts.first_visit} />],
    [t`Last visit`, facts.last_visit === null ? t`none` : <Time key="last" at={facts.last_visit} />],
    [t`Spend`, amount(facts.spend)],
    [t`Spend in 30 days`, amount(facts.spend_30_days)],
    [t`Spend in 90 days`, amount(facts.spend_90_days)],
    [t`Spend in 365 days`, amount(facts.spend_365_days)],
    [t`Average spend`, facts.average_spend === null ? t`none` : amount(facts.average_spend)],
    [
      t`Favourite venue`,
      <VenueNames key="venue" serials={facts.favourite_venue === null ? [] : [facts.favourite_venue]} />,
    ],
    [t`Bookings`, number(facts.bookings)],
    [t`No-shows`, number(facts.no_shows)],
  ] as const
}
