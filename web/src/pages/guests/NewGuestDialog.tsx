import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { useSettings } from '../../components/time/use-zone.ts'
import { t } from '../../language/words.ts'
import { GuestFields } from './GuestFields.tsx'
import { registerGuest } from './guest-calls.ts'
import { changeOf, formOf, newGuest } from './guest-form.ts'
import { useGuestSaved } from './use-guest-saved.ts'

export function NewGuestDialog({ onClose }: { onClose(): void }) {
  const saved = useGuestSaved()
  const confirms = useSettings()?.double_opt_in === true
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => formOf(newGuest))
  const [consent, setConsent] = useState({ email_consent: false, sms_consent: false })
  const submission = useSubmit(
    () => registerGuest({ ...changeOf(newGuest, form), ...consent }),
    answer => {
      saved(answer)
      navigate(`/guests/${answer.guest.id}`)
    },
  )
  return (
    <Dialog wide title={t`Add guest`} onClose={onClose}>
      <Form submission={submission} action={t`Add guest`} onCancel={onClose}>
        <GuestFields value={form} onChange={setForm} failure={submission.failure} />
        <CheckField
          label={t`Consent to e-mail`}
          value={consent.email_consent}
          onChange={email_consent => setConsent({ ...consent, email_consent })}
          {...(confirms && { note: t`The guest is sent a link to confirm it.` })}
        />
        <CheckField
          label={t`Consent to SMS`}
          value={consent.sms_consent}
          onChange={sms_consent => setConsent({ ...consent, sms_consent })}
          note={t`Your name is recorded with the consent.`}
        />
      </Form>
    </Dialog>
  )
}
