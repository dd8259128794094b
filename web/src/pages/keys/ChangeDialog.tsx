import type { ApiKey } from '@millrace/contract/member'
import { useState } from 'react'
import { changeKey } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { keysKey } from './key-queries.ts'
import { LimitFields } from './LimitFields.tsx'
import { limitFormOf, toLimits } from './limits.ts'

export function ChangeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const [name, setName] = useState(apiKey.name)
  const [limits, setLimits] = useState(limitFormOf(apiKey))
  const submission = useSubmit(
    () => changeKey(apiKey.client_id, { name, ...toLimits(limits, apiKey.ends_at) }),
    useChanged([keysKey], onClose),
  )
  return (
    <Dialog wide title={t`Change ${apiKey.name}`} onClose={onClose}>
      <p>
        {t`If you change what the key can do, its tokens end at once. Clients get a new token with the same secret.`}
      </p>
      <Form submission={submission} action={t`Save`} onCancel={onClose}>
        <TextField
          label={t`Name`}
          name="name"
          required
          maxLength={100}
          value={name}
          onChange={setName}
          failure={submission.failure}
        />
        <LimitFields limits={limits} onChange={setLimits} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
