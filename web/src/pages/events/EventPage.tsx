import type { Receipt } from '@millrace/contract/event'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readEvent } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import { useSignedIn } from '../../session/use-session.ts'
import styles from './EventPage.module.css'
import { onlyVenue } from './only-venue.ts'

/** Until it is there, only what it is. */
function titleOf(receipt: Pick<Receipt, 'source'> | undefined): string {
  if (receipt === undefined) return 'Event'
  return receipt.source === null ? 'Event without a source' : `Event from ${receipt.source}`
}

/** Without those about its effects, which come first and have their links. */
const Sentences = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className={styles.sentences}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )

/** The receipt in plain sentences: what each workflow did with it, and why. */
export function EventPage({ id }: { id: string }) {
  const event = useQuery({ queryKey: ['event', id], queryFn: ({ signal }) => asked(readEvent(id, signal)) })
  const mayEdit = useSignedIn().role !== 'viewer'
  return (
    <>
      <PageHead title={titleOf(event.data?.event)} trail={[{ label: 'Events', path: '/events' }]}>
        {mayEdit && event.data && (
          <LinkButton quiet to={`/events/send?${new URLSearchParams({ like: id })}`}>
            Duplicate as test
          </LinkButton>
        )}
      </PageHead>
      <Loaded
        query={event}
        absent={
          <Absent title="Event not found" all="All events" list="/events">
            It may belong to another organisation, or it was deleted because of its age.
          </Absent>
        }
      >
        {({ event: receipt, guest_name, sentences, effects }) => (
          <>
            <Panel>
              <DescriptionList
                entries={[
                  [
                    'Guest',
                    <Link key="guest" to={`/guests/${receipt.organisation_registration_id}`}>
                      {guest_name ?? receipt.organisation_registration_id}
                    </Link>,
                  ],
                  [
                    'Source',
                    <Link key="source" to={sourcePath(receipt.source)}>
                      {receipt.source ?? 'none'}
                    </Link>,
                  ],
                  ['Venues', receipt.serials.join(', ') || 'none'],
                  [
                    'Received',
                    <Time key="came" at={receipt.created_at} serial={onlyVenue(receipt.serials)} />,
                  ],
                ]}
              />
            </Panel>
            <Panel title="Result">
              {effects.length > 0 && (
                <ul className={styles.effects}>
                  {effects.map(({ run_id, workflow_name, did, status }) => (
                    <li key={run_id + did}>
                      <Link to={`/runs/${run_id}`}>{`It ${did} a run of ${workflow_name}`}</Link>{' '}
                      <Badge tone="quiet">{status}</Badge>
                    </li>
                  ))}
                </ul>
              )}
              <Sentences sentences={sentences.slice(effects.length)} />
            </Panel>
            <JsonBlock label="Parameters" value={receipt.parameters} />
          </>
        )}
      </Loaded>
    </>
  )
}
