import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inviteMember } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { AccessFields } from '../../features/member/AccessFields.tsx'
import { type Access, toChange } from '../../features/member/access.ts'
import { membersKey } from '../../features/member/member-queries.ts'
import { t } from '../../language/words.ts'
import { LinkDialog } from './LinkDialog.tsx'

export function InviteDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [access, setAccess] = useState<Access>({ role: 'editor', venues: 'all', serials: '' })
  const [link, setLink] = useState<string>()
  const submission = useSubmit(
    () => inviteMember({ email, ...toChange(access) }),
    answer => {
      void queries.invalidateQueries({ queryKey: membersKey })
      setLink(answer.link)
    },
  )
  if (link !== undefined) {
    return (
      <LinkDialog title={t`Invitation for ${email}`} link={link} onClose={onClose}>
        {t`Anyone who opens it can accept the invitation, once.`}
      </LinkDialog>
    )
  }
  return (
    <Dialog title={t`Invite member`} onClose={onClose}>
      <Form submission={submission} action={t`Create invitation`} onCancel={onClose}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          required
          value={email}
          onChange={setEmail}
          failure={submission.failure}
        />
        <AccessFields access={access} onChange={setAccess} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
