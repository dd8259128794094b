import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
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
  const submission = useSubmit(
    () => changeGuest(guest.id, { ...change, ...(given && { reason: given }) }),
    answer => {
      saved(answer)
      onClose()
    },
  )
  return (
    <Dialog title={`${act}?`} onClose={onClose}>
      <p>{means}</p>
      <Form submission={submission} action={act} danger onCancel={onClose}>
        <TextField
          label="Reason (optional)"
          name="reason"
          maxLength={500}
          note="For example: asked at the front desk. It is shown in the guest’s activity."
          value={reason}
          onChange={setReason}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
