import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { t } from '../../language/words.ts'
import { GuestFields } from './GuestFields.tsx'
import { changeGuest } from './guest-calls.ts'
import { changeOf, formOf } from './guest-form.ts'
import { useGuestSaved } from './use-guest-saved.ts'

export function EditGuestDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const saved = useGuestSaved()
  // The guest when the dialog opened, so that changes by another member are not reverted.
  const [before] = useState(guest)
  const [form, setForm] = useState(() => formOf(guest))
  const change = changeOf(before, form)
  const submission = useSubmit(
    () => changeGuest(guest.id, change),
    answer => {
      saved(answer)
      onClose()
    },
  )
  return (
    <Dialog wide title={t`Edit ${guest.name ?? t`the guest`}`} onClose={onClose}>
      <Form
        submission={submission}
        action={t`Save`}
        disabled={Object.keys(change).length === 0}
        onCancel={onClose}
      >
        <GuestFields value={form} onChange={setForm} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
