import { LONGEST_CLAIM } from '@millrace/contract/connection-proof'
import type { TokenClaims } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { setTokenClaims } from './shared/connection-calls.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'

/** Large providers sign for everybody with one key set. */
export function ClaimsPanel({ id, claims }: { id: string; claims: TokenClaims }) {
  const [given, setGiven] = useState({ issuer: claims.issuer ?? '', audience: claims.audience ?? '' })
  const submission = useSubmit(
    () =>
      setTokenClaims(id, {
        issuer: given.issuer.trim() || null,
        audience: given.audience.trim() || null,
      }),
    useConnectionSaved(),
  )
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Panel title={t`Issuer and audience`} narrow>
      <p>{t`If the key set also signs for others, say which tokens are meant for this connection.`}</p>
      <Form submission={submission} action={t`Save`}>
        <TextField
          label={t`Issuer`}
          maxLength={LONGEST_CLAIM}
          note={t`Tokens with another iss are refused. Leave blank to accept any.`}
          {...field('issuer')}
        />
        <TextField
          label={t`Audience`}
          maxLength={LONGEST_CLAIM}
          note={t`Tokens without it in their aud are refused. Leave blank to accept any.`}
          {...field('audience')}
        />
      </Form>
    </Panel>
  )
}
