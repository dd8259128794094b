import type { ConnectionDeletion, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { toast } from '../../toasts/toasts.ts'
import { connectionsKey, deleteConnection, useDeletion } from './shared/connection-calls.ts'
import { counted } from './shared/delivery-in-words.ts'

/** Says what goes and what stays before anything is deleted. */
export function DeleteDialog({ connection, onClose }: { connection: WholeConnection; onClose(): void }) {
  const { id, name } = connection
  const deletion = useDeletion(id)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete connection"
      typed={{ label: 'Connection name', text: name }}
      send={() => deleteConnection(id)}
      onDone={({ message }) => {
        navigate('/marketplace/connections')
        void queries.invalidateQueries({ queryKey: connectionsKey })
        toast(message, 'good')
      }}
      onClose={onClose}
    >
      <p>Its address stops working at once, so the other system gets errors. This cannot be undone.</p>
      <Loaded query={deletion}>{found => <p>{inWords(found)}</p>}</Loaded>
    </ConfirmDialog>
  )
}

function inWords({ deliveries, unread, events }: ConnectionDeletion): string {
  const lost = unread > 0 ? ` (${counted(unread)} of them not processed)` : ''
  const stored = `${counted(deliveries)} stored ${deliveries === 1 ? 'delivery' : 'deliveries'}`
  return `${stored}${lost} will be deleted. ${counted(events)} ${events === 1 ? 'event' : 'events'} will stay.`
}
