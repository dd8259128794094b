import type { Member } from '@millrace/contract/member'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { membersFile, removeMember } from '../../api/dashboard.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmedFileLink } from '../../components/ConfirmedFileLink.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { everything, useChanged } from '../../components/use-changed.ts'
import { AccessVenues } from '../../features/member/AccessVenues.tsx'
import { roleNames } from '../../features/member/access.ts'
import { useMembers } from '../../features/member/member-queries.ts'
import { meaning, rich, t } from '../../language/words.ts'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { ChangeMemberDialog } from './ChangeMemberDialog.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ResetDialog } from './ResetDialog.tsx'

export function MembersPage() {
  const isOwner = useIsOwner()
  const members = useMembers()
  const [inviting, setInviting] = useState(false)
  useAsked('new', () => setInviting(true))
  return (
    <>
      <PageHead
        title={t`Members`}
        trail={[{ label: t`Settings` }]}
        about={t`Everyone who can sign in. Viewers can look, editors can change what guests get, owners also manage members and keys.`}
        menu={
          isOwner && (
            <MoreActions small>
              <ConfirmedFileLink href={membersFile} name="members.csv">
                {t`Download as CSV`}
              </ConfirmedFileLink>
            </MoreActions>
          )
        }
      >
        {isOwner && <Button onClick={() => setInviting(true)}>{t`Invite member…`}</Button>}
      </PageHead>
      <Loaded query={members}>
        {({ data, invitations }) => (
          <>
            <MemberTable members={data} />
            <Invitations invitations={invitations} />
          </>
        )}
      </Loaded>
      {isOwner && inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const isOwner = useIsOwner()
  const { member: me } = useSignedIn()
  const [open, setOpen] = useState<{ act: 'change' | 'reset' | 'remove'; member: Member }>()
  const close = () => setOpen(undefined)
  const sorting = useSort('')
  const meant = useSearchParams()[0].get('member')
  const columns: Column<Member>[] = [
    {
      name: t`Name`,
      sort: 'name',
      order: ({ name }) => name,
      long: true,
      cell: member => (
        <>
          {member.name} {member.id === me.id && <Badge tone="quiet">{t`you`}</Badge>}
        </>
      ),
    },
    { name: 'E-mail', long: true, cell: member => member.email },
    { name: t`Role`, cell: member => roleNames[member.role] },
    { name: t`Access`, cell: member => <AccessVenues serials={member.serials} /> },
    {
      name: t`Joined`,
      sort: 'joined',
      down: true,
      order: member => member.created_at,
      cell: member => <Time at={member.created_at} />,
    },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: member => (
        <RowActions
          of={member.name}
          actions={[
            { name: meaning('verb')`Change`, act: () => setOpen({ act: 'change', member }) },
            // Members change their own password in their profile.
            ...(member.id === me.id
              ? []
              : [{ name: t`Reset password…`, act: () => setOpen({ act: 'reset', member }) }]),
            { name: t`Remove`, act: () => setOpen({ act: 'remove', member }) },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <Table
        sorting={sorting}
        label={t`Members`}
        columns={isOwner ? columns : columns.slice(0, -1)}
        rows={members}
        keyOf={member => member.id}
        meant={meant ?? undefined}
      />
      {open?.act === 'change' && <ChangeMemberDialog member={open.member} onClose={close} />}
      {open?.act === 'reset' && <ResetDialog member={open.member} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
    </>
  )
}

function RemoveDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const { organisation } = useSignedIn()
  return (
    <ConfirmDialog
      title={t`Remove ${member.name}?`}
      action={t`Remove member`}
      send={() => removeMember(member.id)}
      onDone={useChanged(everything, onClose)}
      onClose={onClose}
    >
      <p>
        {rich`${member.email} is signed out at once and loses access to ${organisation.name}. What they built stays, and no guest is affected. To come back they need a new invitation.`}
      </p>
    </ConfirmDialog>
  )
}
