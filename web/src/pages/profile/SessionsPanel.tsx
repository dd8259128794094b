import { useState } from 'react'
import { signOutEverywhere } from '../../api/dashboard.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { useReturnToSignIn } from '../../session/use-sign-out.ts'
import { OpenSessions } from './OpenSessions.tsx'

export function SessionsPanel() {
  const { expires_at } = useSignedIn()
  const leave = useReturnToSignIn()
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={t`Sessions`}>
      <p>
        {rich`This session ends ${<Time at={expires_at} />} unless you keep using it. If you left Millrace open somewhere or lost a device, sign out that device, or everywhere.`}
      </p>
      <OpenSessions />
      <div>
        <Button quiet onClick={() => setAsking(true)}>
          {t`Sign out everywhere`}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t`Sign out everywhere?`}
          action={t`Sign out everywhere`}
          send={signOutEverywhere}
          onDone={({ message }) => leave(message)}
          onClose={() => setAsking(false)}
        >
          <p>{t`Every device is signed out at once, this one too. Nothing else changes.`}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
