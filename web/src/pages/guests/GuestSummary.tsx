import type { Guest } from '@millrace/contract/guest'
import type { VisitFacts } from '@millrace/contract/visit'
import type { ReactNode } from 'react'
import { Time } from '../../components/time/Time.tsx'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { money, number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { consentInWords } from './consent.ts'
import styles from './GuestSummary.module.css'
import { useGuestFacts } from './use-guest-facts.ts'

/** Who they are to the venues, at a glance. Where the facts fail, their own panel says why. */
export function GuestSummary({ guest }: { guest: Guest }) {
  const { data } = useGuestFacts(guest.id)
  const venues = useVenueSuggestions()
  const venueName = (serial: string) => venues?.find(({ value }) => value === serial)?.label ?? serial
  return (
    <dl className={styles.summary}>
      {factsOf(data?.facts, venueName).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      <Fact name={t`Points`}>{number(guest.points)}</Fact>
      {typeof guest.attributes.tier === 'string' && <Fact name={t`Tier`}>{guest.attributes.tier}</Fact>}
      <Fact name={t`Consent`}>{consentInWords(guest)}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** With a dash until they are there, so that nothing jumps. */
const factsOf = (
  facts: VisitFacts | undefined,
  venueName: (serial: string) => string,
): readonly (readonly [name: string, value: ReactNode])[] => [
  [t`Visits`, facts ? number(facts.visits) : '–'],
  [t`Last visit`, facts?.last_visit ? <Time key="last" at={facts.last_visit} /> : facts ? t`none` : '–'],
  [t`Spend`, facts ? money(facts.spend, facts.currency) : '–'],
  [t`Favourite venue`, facts?.favourite_venue ? venueName(facts.favourite_venue) : facts ? t`none` : '–'],
]
