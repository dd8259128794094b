import type { Member } from '@millrace/contract/member'
import { useState } from 'react'
import { makeResetLink } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'

export function ResetDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const [link, setLink] = useState<string>()
  if (link !== undefined) {
    return (
      <LinkDialog title={`A new password for ${member.name}`} link={link} onClose={onClose}>
        Whoever opens it within a day can choose the password of {member.email}, once.
      </LinkDialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Reset the password of ${member.name}?`}
      action="Make the link"
      send={() => makeResetLink(member.id)}
      onDone={answer => setLink(answer.link)}
      onClose={onClose}
    >
      <p>
        You get a link by which {member.email} chooses a new password. Until they use it the old one works on;
        then they are signed out everywhere. The audit log tells of both.
      </p>
    </ConfirmDialog>
  )
}
