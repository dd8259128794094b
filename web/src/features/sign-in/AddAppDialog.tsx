import type { Session } from '@millrace/contract/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { beginTotp, confirmTotp } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { t } from '../../language/words.ts'
import styles from './AddAppDialog.module.css'
import { secondFactorKey } from './second-factor-query.ts'

/** With recovery codes, if it is the first factor. */
export interface FactorAdded {
  readonly session: Session
  readonly recovery_codes: readonly string[] | null
}

export interface AddFactorProps {
  onAdded(added: FactorAdded): void
  onClose(): void
}

export function AddAppDialog({ onAdded, onClose }: AddFactorProps) {
  // Asked for each time it opens, and kept nowhere.
  const secret = useQuery({
    queryKey: ['totp'],
    queryFn: () => asked(beginTotp()),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <Dialog title={t`Add an authenticator app`} onClose={onClose}>
      <Loaded query={secret}>
        {data => (
          <div className={styles.steps}>
            <p>{t`Scan this with your app, or type the key into it.`}</p>
            <img className={styles.code} alt={t`QR code for your app`} src={svgOf(data.uri)} />
            <SecretField label={t`Key`} value={data.secret} />
            <CodeForm onAdded={onAdded} onClose={onClose} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const svgOf = (text: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`

function CodeForm({ onAdded, onClose }: AddFactorProps) {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const submission = useSubmit(
    () => confirmTotp(code.trim()),
    added => {
      void queries.invalidateQueries({ queryKey: secondFactorKey })
      onAdded(added)
    },
  )
  return (
    <Form submission={submission} action={t`Add the app`} onCancel={onClose}>
      <TextField
        label={t`Code`}
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        note={t`The six digits that your app shows now.`}
        value={code}
        onChange={setCode}
        failure={submission.failure}
      />
    </Form>
  )
}
