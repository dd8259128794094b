import type { OpenSession } from '@millrace/contract/session'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, listSessions } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { rich, t } from '../../language/words.ts'

const sessionsKey = ['sessions']

/** The member's sessions, with a button to end each. */
export function OpenSessions() {
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => asked(listSessions(signal)) })
  const [ending, setEnding] = useState<OpenSession>()
  const columns: Column<OpenSession>[] = [
    {
      name: t`Device`,
      long: true,
      cell: session => (
        <>
          {deviceOf(session)} {session.current && <Badge tone="quiet">{t`this device`}</Badge>}{' '}
          {session.single_sign_on && <Badge tone="quiet">{t`single sign-on`}</Badge>}
        </>
      ),
    },
    { name: t`Signed in from`, cell: session => session.address },
    { name: t`Signed in`, cell: session => <Time at={session.created_at} /> },
    { name: t`Last used`, cell: session => <Time at={session.seen_at} /> },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      // The current session ends by signing out.
      cell: session =>
        !session.current && (
          <RowActions
            of={`${deviceOf(session)}, ${session.address}`}
            actions={[{ name: t`Sign out`, act: () => setEnding(session) }]}
          />
        ),
    },
  ]
  return (
    <>
      <Loaded query={sessions}>
        {({ data }) => (
          <Table label={t`Sessions`} columns={columns} rows={data} keyOf={session => session.id} />
        )}
      </Loaded>
      {ending && <EndDialog session={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

const deviceOf = ({ browser }: OpenSession) => browser ?? t`Unknown browser`

function EndDialog({ session, onClose }: { session: OpenSession; onClose(): void }) {
  return (
    <ConfirmDialog
      title={t`Sign out this device?`}
      action={t`Sign out`}
      send={() => endSession(session.id)}
      onDone={useChanged([sessionsKey], onClose)}
      onClose={onClose}
    >
      <p>
        {rich`The session of ${deviceOf(session)} from ${session.address} ends at once. If it was not you, change your password as well.`}
      </p>
    </ConfirmDialog>
  )
}
