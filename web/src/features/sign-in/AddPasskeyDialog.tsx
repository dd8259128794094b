import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey, askForNewPasskey } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import type { AddFactorProps } from './AddAppDialog.tsx'
import { createPasskey } from './passkey.ts'
import { secondFactorKey } from './second-factor-query.ts'

export function AddPasskeyDialog({ onAdded, onClose }: AddFactorProps) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const submission = useSubmit(
    async () => {
      const question = await askForNewPasskey()
      if (!question.ok) return question
      const made = await createPasskey(question.value)
      return made.ok ? addPasskey({ ticket: question.value.ticket, name, passkey: made.value }) : made
    },
    added => {
      void queries.invalidateQueries({ queryKey: secondFactorKey })
      onAdded(added)
    },
  )
  return (
    <Dialog title={t`Add a passkey`} onClose={onClose}>
      <p>
        {t`Your browser asks for your fingerprint, face or PIN, and stores the passkey on this device or in your password manager. You can then sign in without a password.`}
      </p>
      <Form submission={submission} action={t`Create the passkey`} onCancel={onClose}>
        <TextField
          label={t`Name`}
          name="name"
          required
          maxLength={100}
          note={t`For example “Office laptop”.`}
          value={name}
          onChange={setName}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
