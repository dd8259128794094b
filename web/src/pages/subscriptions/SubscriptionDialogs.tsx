import type { NewSubscription, Subscription, SubscriptionEvent } from '@millrace/contract/subscription'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Note } from '../../components/Note.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { SubscriptionFields } from './SubscriptionFields.tsx'
import {
  addSubscription,
  changeSecret,
  changeSubscription,
  deleteSubscription,
  sentKey,
  subscriptionKey,
  subscriptionsKey,
} from './subscription-calls.ts'

/** A secret, the one time it is shown. */
const ShownSecret = ({ secret }: { secret: string }) => (
  <>
    <Note tone="warn">{t`Copy it now: it is stored encrypted and not shown again.`}</Note>
    <SecretField label={t`Secret`} value={secret} />
  </>
)

export function AddDialog({ onClose }: { onClose(): void }) {
  const [given, setGiven] = useState<NewSubscription>({ name: '', url: '', events: ['run.finished'] })
  const [secret, setSecret] = useState<string>()
  const changed = useChanged([subscriptionsKey])
  const submission = useSubmit(
    () => addSubscription(given),
    answer => {
      changed(answer)
      setSecret(answer.secret)
    },
  )
  return (
    <Dialog title={secret === undefined ? t`Add subscription` : t`Secret`} onClose={onClose}>
      {secret === undefined ? (
        <Form submission={submission} action={t`Add`} onCancel={onClose}>
          <SubscriptionFields given={given} onChange={setGiven} failure={submission.failure} />
        </Form>
      ) : (
        <ShownSecret secret={secret} />
      )}
    </Dialog>
  )
}

export function EditDialog({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const { id, name, url, events } = subscription
  const [given, setGiven] = useState<NewSubscription>({ name, url, events: events as SubscriptionEvent[] })
  const submission = useSubmit(
    () => changeSubscription(id, given),
    useChanged([subscriptionsKey, subscriptionKey(id)], onClose),
  )
  return (
    <Dialog title={t`Edit subscription`} onClose={onClose}>
      <Form submission={submission} action={t`Save`} onCancel={onClose}>
        <SubscriptionFields given={given} onChange={setGiven} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}

export function PauseDialog({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const { id, name, status } = subscription
  const isPaused = status === 'paused'
  return (
    <ConfirmDialog
      title={isPaused ? t`Resume ${name}?` : t`Pause ${name}?`}
      action={isPaused ? t`Resume` : t`Pause`}
      danger={false}
      send={() => changeSubscription(id, { paused: !isPaused })}
      onDone={useChanged([subscriptionsKey, subscriptionKey(id), sentKey], onClose)}
      onClose={onClose}
    >
      <p>
        {isPaused
          ? t`Deliveries that wait are sent now, the oldest first.`
          : t`Deliveries are stored for 30 days, and sent when you resume it.`}
      </p>
    </ConfirmDialog>
  )
}

export function SecretDialog({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const [secret, setSecret] = useState<string>()
  const changed = useChanged([subscriptionKey(subscription.id)])
  if (secret !== undefined)
    return (
      <Dialog title={t`Secret`} onClose={onClose}>
        <ShownSecret secret={secret} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={t`Create a new secret?`}
      action={t`Create secret`}
      danger={false}
      send={() => changeSecret(subscription.id)}
      onDone={answer => {
        changed(answer)
        setSecret(answer.secret)
      }}
      onClose={onClose}
    >
      <p>
        {t`Requests are signed with both secrets for a day. Enter the new one at the receiver within that time.`}
      </p>
    </ConfirmDialog>
  )
}

export function DeleteDialog({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const [, navigate] = useLocation()
  const { id, name } = subscription
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      action={t`Delete subscription`}
      send={() => deleteSubscription(id)}
      onDone={useChanged([subscriptionsKey], () => navigate('/marketplace/subscriptions'))}
      onClose={onClose}
    >
      <p>{t`Nothing more is sent to it, and its deliveries are deleted. This cannot be undone.`}</p>
    </ConfirmDialog>
  )
}
