import { CONFIRMATION, SMS_ANSWER, SMS_FORWARD } from '@millrace/contract/confirmation'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readMessage } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useSettings } from '../../components/time/use-zone.ts'
import { Answered } from '../../features/message/Answered.tsx'
import { Clicks } from '../../features/message/Clicks.tsx'
import { MessageView } from '../../features/message/MessageView.tsx'
import { Reports } from '../../features/message/Reports.tsx'
import { StoredEmail } from '../../features/message/StoredEmail.tsx'
import { meaning, t } from '../../language/words.ts'
import { Attempts } from './Attempts.tsx'
import { channelNames, messageStatusInWords, messageTones } from './message-status.ts'

/** What messages are about that no run has sent. */
const withoutRun = {
  [CONFIRMATION]: t`Confirmation of consent to e-mail`,
  [SMS_ANSWER]: t`Answer to STOP, START or HELP`,
  [SMS_FORWARD]: t`SMS from a guest, forwarded to you`,
} as const

export function MessagePage({ id }: { id: string }) {
  const message = useQuery({
    queryKey: ['message', id],
    queryFn: ({ signal }) => asked(readMessage(id, signal)),
  })
  const topics = useSettings()?.topics ?? []
  const topicName = (wanted: string) => topics.find(topic => topic.id === wanted)?.name ?? wanted
  return (
    <>
      <PageHead
        title={message.data?.subject ?? message.data?.recipient ?? t`Message`}
        trail={[{ label: t`Messages`, path: '/outbox' }]}
      />
      <Loaded
        query={message}
        absent={
          <Absent title={t`Message not found`} all={t`All messages`} list="/outbox">
            {t`It may belong to another organisation, or it was deleted because of its age.`}
          </Absent>
        }
      >
        {data => (
          <>
            <Panel>
              <DescriptionList
                entries={[
                  [
                    t`Status`,
                    <Badge key="status" tone={messageTones[data.status]}>
                      {messageStatusInWords(data)}
                    </Badge>,
                  ],
                  [t`Channel`, channelNames[data.channel]],
                  ...(data.class === null ? [] : ([[t`Class`, data.class]] as const)),
                  ...(data.topic === null ? [] : ([[t`Topic`, topicName(data.topic)]] as const)),
                  [meaning('recipient')`To`, data.recipient],
                  ...(data.through === null ? [] : ([[t`Provider`, data.through]] as const)),
                  data.node_id in withoutRun
                    ? [t`About`, withoutRun[data.node_id as keyof typeof withoutRun]]
                    : [
                        t`Run`,
                        <Link key="run" to={`/runs/${data.run_id}`}>
                          {data.workflow_name ?? t`the run`}
                        </Link>,
                      ],
                  ...(data.guest_id === null
                    ? []
                    : ([
                        [
                          t`Guest`,
                          <Link key="guest" to={`/guests/${data.guest_id}`}>
                            {data.guest_name ?? t`the guest`}
                          </Link>,
                        ],
                      ] as const)),
                  [t`Created`, <Time key="written" at={data.created_at} />],
                  ...(data.due_at === null
                    ? []
                    : ([[t`Next attempt`, <Time key="due" at={data.due_at} />]] as const)),
                ]}
              />
              {data.test && <Note tone="quiet">{t`Not sent: its run was started with a test key.`}</Note>}
              {data.waits_for !== null && <Note tone="warn">{data.waits_for}</Note>}
              {typeof data.error?.message === 'string' && <Note tone="bad">{data.error.message}</Note>}
            </Panel>
            <Panel title={t`Content`}>
              <MessageView message={data} drawn={<StoredEmail id={data.id} />} />
            </Panel>
            {data.attempts.length > 0 && (
              <Panel title={t`Delivery attempts`}>
                <Attempts attempts={data.attempts} />
              </Panel>
            )}
            {data.reports.length > 0 && (
              <Panel title={t`Provider reports`}>
                <Reports reports={data.reports} />
              </Panel>
            )}
            {data.answer !== null && (
              <Panel title={t`Answer`}>
                <Answered answer={data.answer} />
              </Panel>
            )}
            {data.clicks.length > 0 && (
              <Panel title={t`Clicks`}>
                <Clicks clicks={data.clicks} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
