import type { Invitation } from '@millrace/contract/member'
import { useState } from 'react'
import { withdrawInvitation } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { venuesInWords } from '../../features/member/access.ts'
import { membersKey } from '../../features/member/member-queries.ts'
import styles from './Invitations.module.css'

/** Invitations that are still open. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [open, setOpen] = useState<Invitation>()
  const close = () => setOpen(undefined)
  const done = useChanged([membersKey], close)
  const columns: Column<Invitation>[] = [
    { name: 'E-mail', long: true, cell: one => one.email },
    { name: 'Role', cell: one => one.role },
    { name: 'Access', cell: one => venuesInWords(one.serials) },
    { name: 'Invited by', long: true, cell: one => one.invited_by },
    { name: 'Expires', cell: one => <Time at={one.expires_at} /> },
    {
      name: 'Actions',
      silent: true,
      end: true,
      cell: one => <RowActions of={one.email} actions={[{ name: 'Withdraw', act: () => setOpen(one) }]} />,
    },
  ]
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <h2 id="invitations">Open invitations</h2>
      <Table label="Open invitations" columns={columns} rows={invitations} keyOf={one => one.id} />
      {open && (
        <ConfirmDialog
          title="Withdraw invitation?"
          action="Withdraw invitation"
          send={() => withdrawInvitation(open.id)}
          onDone={done}
          onClose={close}
        >
          <p>The invitation link for {open.email} stops working.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
