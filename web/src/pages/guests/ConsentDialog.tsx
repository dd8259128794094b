import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useSettings } from '../../components/time/use-zone.ts'
import { t } from '../../language/words.ts'
import type { AskedChange } from './consent.ts'
import { changeGuest } from './guest-calls.ts'
import { useGuestSaved } from './use-guest-saved.ts'

export interface ConsentDialogProps {
  guest: Guest
  asked: AskedChange
  onClose(): void
}

/** Changes one consent, with an optional reason. */
export function ConsentDialog({ guest, asked: { act, means, change }, onClose }: ConsentDialogProps) {
  const saved = useGuestSaved()
  const [reason, setReason] = useState('')
  const given = reason.trim()
  const isConfirmed = useSettings()?.double_opt_in === true && change.email_consent === true
  const [asks, setAsks] = useState(true)
  const isAsked = isConfirmed && asks
  const submission = useSubmit(
    () =>
      changeGuest(guest.id, {
        ...change,
        ...(given && { reason: given }),
        ...(isAsked && { ask_to_confirm: true }),
      }),
    answer => {
      saved(answer)
      onClose()
    },
  )
  return (
    <Dialog title={`${act}?`} onClose={onClose}>
      <p>{means}</p>
      <Form submission={submission} action={act} danger onCancel={onClose}>
        {isConfirmed && (
          <CheckField
            label={t`Send the guest a link to confirm it`}
            value={asks}
            onChange={setAsks}
            note={t`At most once a day. They get no marketing by e-mail before they confirm. Without it, write down how they agreed.`}
          />
        )}
        <TextField
          label={isConfirmed && !isAsked ? t`How the guest agreed` : t`Reason (optional)`}
          name="reason"
          maxLength={500}
          note={t`For example: asked at the front desk. It is shown in the guest’s activity.`}
          value={reason}
          onChange={setReason}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
