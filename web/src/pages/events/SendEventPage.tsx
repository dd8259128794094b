import type { EventDetail } from '@millrace/contract/dashboard/events'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { readEvent } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { rowsLike } from './parameters.ts'
import { type InitialValues, SendEventForm } from './SendEventForm.tsx'

const nothing: InitialValues = { source: '', serials: [], rows: [] }

export function SendEventPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const like = useSearchParams()[0].get('like')
  return (
    <>
      <PageHead
        title={t`Send a test event`}
        trail={[{ label: t`Events`, path: '/events' }]}
        about={t`Works like an event from one of your systems: matching workflows start, and their messages are really sent.`}
      />
      {mayEdit ? (
        like === null ? (
          <SendEventForm initial={nothing} />
        ) : (
          <SendAnother id={like} />
        )
      ) : (
        <Note tone="warn">{t`Only editors and owners can send events.`}</Note>
      )}
    </>
  )
}

/** Starts from an earlier event. */
function SendAnother({ id }: { id: string }) {
  const before = useQuery({ queryKey: ['event', id], queryFn: ({ signal }) => asked(readEvent(id, signal)) })
  return <Loaded query={before}>{detail => <SendEventForm initial={initialValuesOf(detail)} />}</Loaded>
}

const initialValuesOf = ({ event, guest_name }: EventDetail): InitialValues => ({
  guest: { id: event.organisation_registration_id, name: guest_name, email: null },
  source: event.source ?? '',
  serials: event.serials,
  rows: rowsLike(event.parameters),
})
