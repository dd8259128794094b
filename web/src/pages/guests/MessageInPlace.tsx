import type { TimelineEntry } from '@millrace/contract/timeline'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listMessages, readMessage } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Loaded } from '../../components/list/Loaded.tsx'
import { MessageView } from '../../features/message/MessageView.tsx'
import { StoredEmail } from '../../features/message/StoredEmail.tsx'
import { t } from '../../language/words.ts'
import { nearest } from './nearest.ts'

/** The message of an entry as the guest got it. An entry knows its run, whose messages are few. */
export function MessageInPlace({ entry: { at, run_id } }: { entry: TimelineEntry }) {
  const message = useQuery({
    queryKey: ['message', 'of', run_id, at],
    queryFn: async ({ signal }) => {
      const { data } = await asked(listMessages({ run_id: run_id as string }, null, signal))
      const found = nearest(data, at)
      return found === undefined ? null : asked(readMessage(found.id, signal))
    },
  })
  return (
    <Loaded query={message}>
      {data =>
        data === null ? (
          <p>{t`This message is no longer stored.`}</p>
        ) : (
          <>
            <MessageView message={data} drawn={<StoredEmail id={data.id} />} />
            <Link to={`/outbox/${data.id}`}>{t`Open message`}</Link>
          </>
        )
      }
    </Loaded>
  )
}
