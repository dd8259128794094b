import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { download } from '../../components/download.ts'
import { MoreActions } from '../../components/MoreActions.tsx'
import { t } from '../../language/words.ts'
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
  const exported = useExport(guest.id)
  const close = () => setOpen(undefined)
  return (
    <>
      {mayEdit && (
        <>
          <Button onClick={() => setOpen('edit')}>{t`Edit`}</Button>
          <MoreActions
            actions={[
              { name: t`Adjust points…`, act: () => setOpen('points') },
              { name: t`Merge…`, act: () => setOpen('merge') },
              ...(isOwner
                ? [
                    { name: t`Download data`, act: () => exported.submit() },
                    { name: t`Delete guest…`, danger: true, act: () => setOpen('erase') },
                  ]
                : []),
            ]}
          />
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
const useExport = (id: string) =>
  useSubmit(
    async () => {
      const answer = await exportGuest(id)
      if (!answer.ok) toastFailure(answer.failure)
      return answer
    },
    stored => download('guest.json', JSON.stringify(stored, null, 2), 'application/json'),
  )
