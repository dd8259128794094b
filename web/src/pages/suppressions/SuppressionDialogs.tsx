import type { NewSuppression, Suppression } from '@millrace/contract/suppression'
import { useState } from 'react'
import { enterSuppression, liftSuppression } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'

const channels = [
  { value: 'email', label: t`E-mail` },
  { value: 'sms', label: t`SMS` },
] as const

export function SuppressDialog({ onClose }: { onClose(): void }) {
  const [given, setGiven] = useState<NewSuppression>({ channel: 'email', address: '', note: '' })
  const submission = useSubmit(() => enterSuppression(given), useChanged([['suppressions']], onClose))
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Dialog title={t`Suppress address`} onClose={onClose}>
      <p>{t`Nothing more is sent to it, not even what a guest asked for.`}</p>
      <Form submission={submission} action={t`Suppress`} onCancel={onClose}>
        <SelectField label={t`Channel`} choices={channels} {...field('channel')} />
        <TextField label={t`Address or number`} required maxLength={254} {...field('address')} />
        <TextField label={t`Reason`} required maxLength={500} {...field('note')} />
      </Form>
    </Dialog>
  )
}

export function LiftDialog({ suppression, onClose }: { suppression: Suppression; onClose(): void }) {
  const [given, setGiven] = useState({ because: '' })
  const submission = useSubmit(
    () => liftSuppression(suppression.id, given),
    useChanged([['suppressions']], onClose),
  )
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Dialog title={t`Lift suppression`} onClose={onClose}>
      <p>{t`Messages to ${suppression.address} are sent again. The audit log records who lifted it and why.`}</p>
      <Form submission={submission} action={t`Lift`} onCancel={onClose}>
        <TextField label={t`Reason`} required maxLength={500} {...field('because')} />
      </Form>
    </Dialog>
  )
}
