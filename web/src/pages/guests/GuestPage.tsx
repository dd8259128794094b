import type { Guest } from '@millrace/contract/guest'
import { useQuery } from '@tanstack/react-query'
import { Link, Redirect } from 'wouter'
import { readGuest } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { GuestActions } from './GuestActions.tsx'
import { GuestActivity } from './GuestActivity.tsx'
import styles from './GuestPage.module.css'
import { GuestSummary } from './GuestSummary.tsx'
import { MergesPanel } from './MergesPanel.tsx'
import { useGuestFacts } from './use-guest-facts.ts'
import { VisitsPanel } from './VisitsPanel.tsx'

export function GuestPage({ id }: { id: string }) {
  const guest = useQuery({ queryKey: ['guest', id], queryFn: ({ signal }) => asked(readGuest(id, signal)) })
  // The id of a guest who was merged leads to the one who stayed.
  if (guest.data && guest.data.id !== id.toLowerCase())
    return <Redirect to={`/guests/${guest.data.id}`} replace />
  return (
    <>
      <PageHead title={guest.data?.name ?? t`Guest`} trail={[{ label: t`Guests`, path: '/guests' }]}>
        {guest.data && <GuestActions guest={guest.data} />}
      </PageHead>
      <Loaded
        query={guest}
        absent={
          <Absent title={t`Guest not found`} all={t`All guests`} list="/guests">
            {t`They may belong to another organisation, or have been deleted.`}
          </Absent>
        }
      >
        {data => (
          <>
            <GuestSummary guest={data} />
            <div className={styles.columns}>
              <div className={styles.aside}>
                <Panel title={t`Details`}>
                  <DescriptionList entries={entriesOf(data)} />
                </Panel>
                <ConsentPanel guest={data} />
                <SegmentsPanel id={id} />
                {Object.keys(data.attributes).length > 0 && (
                  <Panel title={t`Attributes`}>
                    <DescriptionList
                      entries={Object.entries(data.attributes).map(([key, value]) => [key, inWords(value)])}
                    />
                  </Panel>
                )}
                <VisitsPanel id={id} />
                <MergesPanel id={data.id} />
              </div>
              <div className={styles.activity}>
                <GuestActivity id={id} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

/** Nothing where there are none, or where the member sees none. */
function SegmentsPanel({ id }: { id: string }) {
  const segments = useGuestFacts(id).data?.segments ?? []
  if (segments.length === 0) return null
  return (
    <Panel title={t`Segments`}>
      <p className={styles.segments}>
        {segments.map(segment => (
          <Link key={segment.id} to={`/segments/${segment.id}`}>
            {segment.name}
          </Link>
        ))}
      </p>
    </Panel>
  )
}

const inWords = (value: unknown) => (value === true ? t`Yes` : value === false ? t`No` : String(value ?? ''))

const entriesOf = (guest: Guest) =>
  [
    ['E-mail', guest.email ?? t`None`],
    [t`Phone`, guest.phone ?? t`None`],
    [
      t`Tags`,
      guest.tags.length === 0
        ? t`None`
        : guest.tags.map(tag => (
            <Badge key={tag} tone="quiet" verbatim>
              {tag}
            </Badge>
          )),
    ],
    [t`External id`, guest.external_id ?? t`None`],
    [t`Registration id`, <code key="id">{guest.id}</code>],
    [t`Created`, <Time key="since" at={guest.created_at} />],
    [
      t`Messages`,
      <Link key="messages" to={`/outbox?guest_id=${guest.id}`}>
        {t`View messages`}
      </Link>,
    ],
  ] as const
