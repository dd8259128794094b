import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { download } from '../../components/download.ts'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { DeleteGuestDialog } from './DeleteGuestDialog.tsx'
import { EditGuestDialog } from './EditGuestDialog.tsx'
import { exportGuest } from './guest-calls.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { PointsDialog } from './PointsDialog.tsx'

/** What this member may do about a guest. */
export function GuestActions({ guest }: { guest: Guest }) {
  const isOwner = useIsOwner()
  const mayEdit = useSignedIn().role !== 'viewer'
  const [open, setOpen] = useState<'edit' | 'points' | 'merge' | 'erase'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {mayEdit && (
        <>
          <Button onClick={() => setOpen('edit')}>Edit</Button>
          <Button quiet onClick={() => setOpen('points')}>
            Adjust points…
          </Button>
          <Button quiet onClick={() => setOpen('merge')}>
            Merge…
          </Button>
        </>
      )}
      {isOwner && (
        <>
          <ExportButton id={guest.id} />
          <Button quiet danger onClick={() => setOpen('erase')}>
            Delete guest…
          </Button>
        </>
      )}
      {open === 'edit' && <EditGuestDialog guest={guest} onClose={close} />}
      {open === 'points' && <PointsDialog guest={guest} onClose={close} />}
      {open === 'merge' && <MergeDialog guest={guest} onClose={close} />}
      {open === 'erase' && <DeleteGuestDialog guest={guest} onClose={close} />}
    </>
  )
}

/** Everything stored about the guest, as a file for them. */
function ExportButton({ id }: { id: string }) {
  const { busy, submit } = useSubmit(
    async () => {
      const answer = await exportGuest(id)
      if (!answer.ok) toastFailure(answer.failure)
      return answer
    },
    stored => download('guest.json', JSON.stringify(stored, null, 2), 'application/json'),
  )
  return (
    <Button quiet busy={busy} onClick={() => submit()}>
      Download data
    </Button>
  )
}
