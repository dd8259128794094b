import type { Member } from '@millrace/contract/member'
import { useState } from 'react'
import { makeResetLink } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { rich, t } from '../../language/words.ts'
import { LinkDialog } from './LinkDialog.tsx'

export function ResetDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const [link, setLink] = useState<string>()
  if (link !== undefined) {
    return (
      <LinkDialog title={t`New password for ${member.name}`} link={link} onClose={onClose}>
        {rich`Anyone who opens it within a day can set the password of ${member.email}, once.`}
      </LinkDialog>
    )
  }
  return (
    <ConfirmDialog
      title={t`Reset the password of ${member.name}?`}
      action={t`Create link`}
      send={() => makeResetLink(member.id)}
      onDone={answer => setLink(answer.link)}
      onClose={onClose}
    >
      <p>
        {rich`You get a link with which ${member.email} can set a new password. The old one works until then; after that they are signed out everywhere. Both are recorded in the audit log.`}
      </p>
    </ConfirmDialog>
  )
}
