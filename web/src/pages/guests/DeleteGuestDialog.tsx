import type { Guest } from '@millrace/contract/guest'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { eraseGuest } from '../../api/management.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { toast } from '../../toasts/toasts.ts'

export function DeleteGuestDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const name = guest.name ?? guest.id
  return (
    <ConfirmDialog
      title={`Erase ${name}?`}
      action="Erase them"
      typed={{ label: `Type ${name}`, text: name }}
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
        Everything that tells who this one guest is gets removed: name, address, attributes, and what messages
        to them said. Their runs end. Sums, as of points awarded, stay as they are. This cannot be taken back.
      </p>
    </ConfirmDialog>
  )
}
