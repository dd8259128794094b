import type { Subscription } from '@millrace/contract/subscription'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { t } from '../../language/words.ts'
import { eventInWords, pauseInWords, statusWords } from './in-words.ts'
import { Sent } from './Sent.tsx'
import { DeleteDialog, EditDialog, PauseDialog, SecretDialog } from './SubscriptionDialogs.tsx'
import { replay, sendTest, sentKey, subscriptionKey, useSubscription } from './subscription-calls.ts'

const trail = [{ label: t`Marketplace` }, { label: t`Subscriptions`, path: '/marketplace/subscriptions' }]

export function SubscriptionPage({ id }: { id: string }) {
  const subscription = useSubscription(id)
  return (
    <>
      <PageHead title={subscription.data?.name ?? t`Subscription`} trail={trail}>
        {subscription.data && <Actions subscription={subscription.data} />}
      </PageHead>
      <Loaded
        query={subscription}
        absent={
          <Absent
            title={t`Subscription not found`}
            all={t`All subscriptions`}
            list="/marketplace/subscriptions"
          >
            {t`It may belong to another organisation.`}
          </Absent>
        }
      >
        {data => (
          <>
            <Panel>
              <DescriptionList entries={entriesOf(data)} />
              {data.paused_because !== null && <Note tone="warn">{pauseInWords[data.paused_because]}</Note>}
              {data.status === 'needs_secret' && (
                <Note tone="warn">{t`Nothing is sent until you create a new secret.`}</Note>
              )}
            </Panel>
            <Sent id={id} />
          </>
        )}
      </Loaded>
    </>
  )
}

const dialogs = { edit: EditDialog, pause: PauseDialog, secret: SecretDialog, delete: DeleteDialog }

function Actions({ subscription }: { subscription: Subscription }) {
  const { id, status, failed, created_at } = subscription
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const changed = useChanged([subscriptionKey(id), sentKey])
  const test = useSubmit(() => sendTest(id), changed)
  const again = useSubmit(() => replay(id, { from: created_at }), changed)
  const Open = open && dialogs[open]
  return (
    <>
      {failed > 0 && (
        <Button quiet busy={again.busy} onClick={() => void again.submit()}>
          {t`Retry failed`}
        </Button>
      )}
      {status === 'paused' ? (
        <Button onClick={() => setOpen('pause')}>{t`Resume…`}</Button>
      ) : (
        <Button quiet busy={test.busy} onClick={() => void test.submit()}>
          {t`Send test`}
        </Button>
      )}
      <MoreActions
        actions={[
          { name: t`Edit…`, act: () => setOpen('edit') },
          ...(status === 'paused' ? [] : [{ name: t`Pause…`, act: () => setOpen('pause') }]),
          { name: t`New secret…`, act: () => setOpen('secret') },
          { name: t`Delete subscription…`, danger: true, act: () => setOpen('delete') },
        ]}
      />
      <FailureNote failure={test.failure ?? again.failure} />
      {Open && <Open subscription={subscription} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const entriesOf = (subscription: Subscription) => {
  const { status, url, events, waiting, failed, last_delivered_at, failing_since, created_by } = subscription
  return [
    [
      t`Status`,
      <Badge key="status" tone={statusWords[status].tone}>
        {statusWords[status].label}
      </Badge>,
    ],
    [t`Address`, url],
    [t`Events`, events.map(eventInWords).join('; ')],
    [t`Waiting`, String(waiting)],
    [t`Failed`, String(failed)],
    [t`Last delivered`, last_delivered_at ? <Time key="last" at={last_delivered_at} /> : t`Never`],
    ...(failing_since === null ? [] : [[t`Failing since`, <Time key="since" at={failing_since} />] as const]),
    [t`Added by`, <MemberName key="by" email={created_by} />],
  ] as const
}
