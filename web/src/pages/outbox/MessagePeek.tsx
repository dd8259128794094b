import { useQuery } from '@tanstack/react-query'
import { readMessage } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { Time } from '../../components/time/Time.tsx'
import { MessageView } from '../../features/message/MessageView.tsx'
import { StoredEmail } from '../../features/message/StoredEmail.tsx'
import { meaning, t } from '../../language/words.ts'
import { messageStatusInWords, messageTones } from './message-status.ts'

/** A message beside the list, as the guest sees it. */
export function MessagePeek({ id }: { id: string }) {
  const message = useQuery({
    queryKey: ['message', id],
    queryFn: ({ signal }) => asked(readMessage(id, signal)),
  })
  return (
    <Loaded query={message}>
      {data => (
        <>
          <DescriptionList
            entries={[
              [
                t`Status`,
                <Badge key="status" tone={messageTones[data.status]}>
                  {messageStatusInWords(data)}
                </Badge>,
              ],
              [meaning('recipient')`To`, data.recipient],
              [t`Created`, <Time key="written" at={data.created_at} />],
            ]}
          />
          {typeof data.error?.message === 'string' && <Note tone="bad">{data.error.message}</Note>}
          <MessageView message={data} drawn={<StoredEmail id={data.id} />} />
        </>
      )}
    </Loaded>
  )
}
