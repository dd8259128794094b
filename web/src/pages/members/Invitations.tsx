import type { Invitation } from '@millrace/contract/member'
import { useState } from 'react'
import { withdrawInvitation } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { AccessVenues } from '../../features/member/AccessVenues.tsx'
import { roleNames } from '../../features/member/access.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { membersKey } from '../../features/member/member-queries.ts'
import { rich, t } from '../../language/words.ts'
import styles from './Invitations.module.css'

/** Invitations that are still open. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [open, setOpen] = useState<Invitation>()
  const close = () => setOpen(undefined)
  const done = useChanged([membersKey], close)
  const columns: Column<Invitation>[] = [
    { name: 'E-mail', long: true, cell: one => one.email },
    { name: t`Role`, cell: one => roleNames[one.role] },
    { name: t`Access`, cell: one => <AccessVenues serials={one.serials} /> },
    { name: t`Invited by`, long: true, cell: one => <MemberName email={one.invited_by} /> },
    { name: t`Expires`, cell: one => <Time at={one.expires_at} /> },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: one => <RowActions of={one.email} actions={[{ name: t`Withdraw`, act: () => setOpen(one) }]} />,
    },
  ]
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <h2 id="invitations">{t`Open invitations`}</h2>
      <Table label={t`Open invitations`} columns={columns} rows={invitations} keyOf={one => one.id} />
      {open && (
        <ConfirmDialog
          title={t`Withdraw invitation?`}
          action={t`Withdraw invitation`}
          send={() => withdrawInvitation(open.id)}
          onDone={done}
          onClose={close}
        >
          <p>{rich`The invitation link for ${open.email} stops working.`}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
