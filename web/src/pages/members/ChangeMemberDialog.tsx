import type { Member } from '@millrace/contract/member'
import { useState } from 'react'
import { changeMember } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { everything, useChanged } from '../../components/use-changed.ts'
import { AccessFields } from '../../features/member/AccessFields.tsx'
import { accessOf, toChange } from '../../features/member/access.ts'
import { t } from '../../language/words.ts'

export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const [access, setAccess] = useState(() => accessOf(member))
  const submission = useSubmit(
    () => changeMember(member.id, toChange(access)),
    // The role may have been the member's own.
    useChanged(everything, onClose),
  )
  return (
    <Dialog title={t`Change ${member.name}`} onClose={onClose}>
      <Form submission={submission} action={t`Save`} onCancel={onClose}>
        <AccessFields access={access} onChange={setAccess} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
