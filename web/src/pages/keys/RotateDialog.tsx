import type { ApiKey } from '@millrace/contract/member'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateKey } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { t } from '../../language/words.ts'
import type { KeySecret } from './env-file.ts'
import { keysKey } from './key-queries.ts'
import { NewSecret } from './NewSecret.tsx'

const graces = [
  { value: '86400', label: t`1 day` },
  { value: '604800', label: t`1 week` },
  { value: '3600', label: t`1 hour` },
  { value: '0', label: t`Not at all: it has leaked` },
]

export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const queries = useQueryClient()
  const [grace, setGrace] = useState('86400')
  const [secret, setSecret] = useState<KeySecret>()
  const submission = useSubmit(
    () => rotateKey(apiKey.client_id, Number(grace)),
    ({ key }) => {
      void queries.invalidateQueries({ queryKey: keysKey })
      setSecret(key)
    },
  )
  if (secret) {
    return (
      <Dialog wide title={t`New secret for ${apiKey.name}`} onClose={onClose}>
        <NewSecret secret={secret} />
        <div>
          <Button onClick={onClose}>{t`Done, I have saved the secret`}</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Rotate the secret of ${apiKey.name}`} onClose={onClose}>
      <p>{t`The key gets a new secret. Put it where the key is used before the old one ends.`}</p>
      <Form submission={submission} action={t`Create new secret`} onCancel={onClose}>
        <SelectField
          label={t`The old secret still works for`}
          name="grace_seconds"
          value={grace}
          choices={graces}
          onChange={setGrace}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
