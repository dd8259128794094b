import type { Member } from '@millrace/contract/member'
import { useState } from 'react'
import { makeResetLink } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'

export function ResetDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const [link, setLink] = useState<string>()
  if (link !== undefined) {
    return (
      <LinkDialog title={`New password for ${member.name}`} link={link} onClose={onClose}>
        Anyone who opens it within a day can set the password of {member.email}, once.
      </LinkDialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Reset the password of ${member.name}?`}
      action="Create link"
      send={() => makeResetLink(member.id)}
      onDone={answer => setLink(answer.link)}
      onClose={onClose}
    >
      <p>
        You get a link with which {member.email} can set a new password. The old one works until then; after
        that they are signed out everywhere. Both are recorded in the audit log.
      </p>
    </ConfirmDialog>
  )
}
