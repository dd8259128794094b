import type { SingleSignOnAnswer } from '@millrace/contract/single-sign-on'
import { useState } from 'react'
import { createScimToken, revokeScimToken } from '../../api/dashboard.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Note } from '../../components/Note.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './SingleSignOn.module.css'

interface ScimCardProps {
  readonly scim: SingleSignOnAnswer['scim']
  readonly queryKey: readonly string[]
}

/** The identity provider adds and removes members by itself. */
export function ScimCard({ scim: { address, token }, queryKey }: ScimCardProps) {
  const [asking, setAsking] = useState<'create' | 'revoke'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setAsking(undefined)
  const changed = useChanged([queryKey], close)
  const action = token === null ? t`Create token` : t`Replace token`
  return (
    <div className={styles.part}>
      <h3>{t`Provisioning`}</h3>
      <p>
        {t`With SCIM 2.0, your identity provider adds and removes members by itself, in proven domains. Its groups decide their role and venues as they do at the sign-in.`}
      </p>
      <SecretField label={t`SCIM address`} value={address} />
      {token !== null && (
        <p>
          {rich`Token created by ${<MemberName email={token.created_by} />}, ${<Time at={token.created_at} />}. ${token.last_used_at === null ? t`It has not been used yet.` : rich`Last used ${<Time at={token.last_used_at} />}.`}`}
        </p>
      )}
      <div className={styles.actions}>
        <Button quiet onClick={() => setAsking('create')}>
          {`${action}…`}
        </Button>
        {token !== null && (
          <Button quiet onClick={() => setAsking('revoke')}>
            {t`Revoke token…`}
          </Button>
        )}
      </div>
      {asking === 'create' && (
        <ConfirmDialog
          title={`${action}?`}
          action={action}
          danger={token !== null}
          send={createScimToken}
          onDone={answer => {
            changed(answer)
            setSecret(answer.token)
          }}
          onClose={close}
        >
          <p>
            {token === null
              ? t`Anyone who has the token can add members with any role that the groups have. Give it to your identity provider only.`
              : t`The present token ends at once.`}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={t`Revoke the token?`}
          action={t`Revoke`}
          send={revokeScimToken}
          onDone={changed}
          onClose={close}
        >
          <p>{t`Your identity provider can no longer add or remove members. Those who are members stay.`}</p>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <Dialog wide title={t`New token`} onClose={() => setSecret(undefined)}>
          <Note tone="warn">{t`Add it at your identity provider now. Millrace does not show it again.`}</Note>
          <SecretField label={t`Token`} value={secret} />
          <div>
            <Button onClick={() => setSecret(undefined)}>{t`Done, I have saved the token`}</Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
