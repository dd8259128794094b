import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { type ConsentField, consents, turned } from './consent.ts'
import { changeGuest } from './guest-calls.ts'
import { useGuestSaved } from './use-guest-saved.ts'

export interface ConsentDialogProps {
  guest: Guest
  field: ConsentField
  onClose(): void
}

/** Reverses one consent, with an optional reason. */
export function ConsentDialog({ guest, field, onClose }: ConsentDialogProps) {
  const saved = useGuestSaved()
  // The guest when the dialog opened, so that changes by another member are not reverted.
  const [before] = useState(guest)
  const [reason, setReason] = useState('')
  const { act, means } = consents[field][before[field] ? 'on' : 'off']
  const given = reason.trim()
  const submission = useSubmit(
    () => changeGuest(guest.id, { ...turned(before, field), ...(given && { reason: given }) }),
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
