import type { Passkey, SecondFactor } from '@millrace/contract/second-factor'
import type { Session } from '@millrace/contract/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRecoveryCodes, removePasskey, removeTotp } from '../../api/dashboard.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { rich, t } from '../../language/words.ts'
import { storeSession } from '../../session/use-session.ts'
import { AddAppDialog, type FactorAdded } from './AddAppDialog.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import styles from './SecondFactorPanel.module.css'
import { secondFactorKey, secondFactorQuery } from './second-factor-query.ts'

type Open =
  | { readonly what: 'app' | 'passkey' | 'remove-app' | 'new-codes' }
  | { readonly what: 'remove-passkey'; readonly passkey: Passkey }
  | { readonly what: 'codes'; readonly codes: readonly string[]; readonly session?: Session }

export const SecondFactorPanel = () => (
  <Panel title={t`Second factor`}>
    <SecondFactors />
  </Panel>
)

/** The member's second factors, and how to add and remove them. */
export function SecondFactors() {
  const factor = useQuery(secondFactorQuery)
  return (
    <>
      <p>{t`In addition to your password: a passkey on your device, or codes from an authenticator app.`}</p>
      <Loaded query={factor}>{data => <Factors factor={data} />}</Loaded>
    </>
  )
}

function Factors({ factor }: { factor: SecondFactor }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const changed = useChanged([secondFactorKey], close)
  // The codes are shown first: where a factor was missing, the new session opens the dashboard in place of this.
  const enter = (session: Session | undefined) => {
    if (session) storeSession(queries, session)
    close()
  }
  const added = ({ session, recovery_codes: codes }: FactorAdded) =>
    codes === null ? enter(session) : setOpen({ what: 'codes', codes, session })
  const isOn = factor.totp || factor.passkeys.length > 0
  const columns: Column<Passkey>[] = [
    { name: t`Passkey`, long: true, cell: ({ name }) => name },
    { name: t`Added`, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      name: t`Last used`,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : t`Never`),
    },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: passkey => (
        <RowActions
          of={passkey.name}
          actions={[{ name: t`Remove`, act: () => setOpen({ what: 'remove-passkey', passkey }) }]}
        />
      ),
    },
  ]
  return (
    <div className={styles.parts}>
      <ul className={styles.factors}>
        {factor.passkeys_possible && (
          <li>
            <span>
              <strong>{t`Passkeys`}</strong> <State on={factor.passkeys.length > 0} />
            </span>
            <Button quiet onClick={() => setOpen({ what: 'passkey' })}>
              {t`Add a passkey…`}
            </Button>
          </li>
        )}
        <li>
          <span>
            <strong>{t`Authenticator app`}</strong> <State on={factor.totp} />
          </span>
          {factor.totp ? (
            <Button quiet onClick={() => setOpen({ what: 'remove-app' })}>
              {t`Remove…`}
            </Button>
          ) : (
            <Button quiet onClick={() => setOpen({ what: 'app' })}>
              {t`Add an app…`}
            </Button>
          )}
        </li>
        {isOn && (
          <li>
            <span>{rich`${<strong>{t`Recovery codes`}</strong>} ${factor.recovery_codes} left`}</span>
            <Button quiet onClick={() => setOpen({ what: 'new-codes' })}>
              {t`Replace…`}
            </Button>
          </li>
        )}
      </ul>
      {factor.passkeys.length > 0 && (
        <Table label={t`Passkeys`} columns={columns} rows={factor.passkeys} keyOf={({ id }) => id} />
      )}
      {isOn && factor.recovery_codes < 3 && (
        <Note tone="warn">
          {t`You have few recovery codes left. Without one, only the operator can let you in if you lose your device.`}
        </Note>
      )}
      {open?.what === 'app' && <AddAppDialog onAdded={added} onClose={close} />}
      {open?.what === 'passkey' && <AddPasskeyDialog onAdded={added} onClose={close} />}
      {open?.what === 'codes' && (
        <RecoveryCodesDialog codes={open.codes} onClose={() => enter(open.session)} />
      )}
      {open?.what === 'remove-app' && (
        <ConfirmDialog
          title={t`Remove the authenticator app?`}
          action={t`Remove`}
          send={removeTotp}
          onDone={changed}
          onClose={close}
        >
          <p>{t`Its codes stop working at once.`}</p>
        </ConfirmDialog>
      )}
      {open?.what === 'remove-passkey' && (
        <ConfirmDialog
          title={t`Remove ${open.passkey.name}?`}
          action={t`Remove`}
          send={() => removePasskey(open.passkey.id)}
          onDone={changed}
          onClose={close}
        >
          <p>{t`It stops working at once. Delete it on the device as well.`}</p>
        </ConfirmDialog>
      )}
      {open?.what === 'new-codes' && (
        <ConfirmDialog
          title={t`Replace the recovery codes?`}
          action={t`Replace`}
          send={makeRecoveryCodes}
          onDone={answer => {
            changed(answer)
            setOpen({ what: 'codes', codes: answer.recovery_codes })
          }}
          onClose={close}
        >
          <p>{t`You get ten new codes. The old ones stop working.`}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const State = ({ on }: { on: boolean }) =>
  on ? <Badge tone="good">{t`On`}</Badge> : <Badge tone="quiet">{t`Off`}</Badge>
