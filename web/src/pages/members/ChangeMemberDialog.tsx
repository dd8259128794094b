import type { Member } from '@millrace/contract/member'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMember } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { toast } from '../../toasts/toasts.ts'
import { AccessFields } from './AccessFields.tsx'
import { accessOf, toChange } from './access.ts'

export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const queries = useQueryClient()
  const [access, setAccess] = useState(() => accessOf(member))
  const submission = useSubmit(
    () => changeMember(member.id, toChange(access)),
    ({ message }) => {
      // It may have been one's own role.
      queries.invalidateQueries()
      toast(message, 'good')
      onClose()
    },
  )
  return (
    <Dialog title={`Change ${member.name}`} onClose={onClose}>
      <Form
        submission={submission}
        action="Save"
        aside={
          <Button quiet onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <AccessFields access={access} onChange={setAccess} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
