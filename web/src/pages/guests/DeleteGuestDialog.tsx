import type { Guest } from '@millrace/contract/guest'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { eraseGuest } from '../../api/management.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'

export function DeleteGuestDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const name = guest.name ?? guest.id
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      action={t`Delete guest`}
      typed={{ label: t`Type ${name}`, text: name }}
      send={() => eraseGuest(guest.id)}
      onDone={({ message }) => {
        queries.removeQueries({ queryKey: ['guest', guest.id] })
        void queries.invalidateQueries()
        navigate('/guests')
        toast(message, 'good')
      }}
      onClose={onClose}
    >
      <p>
        {t`This deletes everything that identifies the guest: name, addresses, attributes and the contents of messages to them. Their runs are cancelled. Totals, such as points awarded, stay the same. This can’t be undone.`}
      </p>
    </ConfirmDialog>
  )
}
