import type { ConnectionDeletion, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { t } from '../../language/words.ts'
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
      title={t`Delete ${name}?`}
      action={t`Delete connection`}
      typed={{ label: t`Connection name`, text: name }}
      send={() => deleteConnection(id)}
      onDone={({ message }) => {
        navigate('/marketplace/connections')
        void queries.invalidateQueries({ queryKey: connectionsKey })
        toast(message, 'good')
      }}
      onClose={onClose}
    >
      <p>{t`Its address stops working at once, so the other system gets errors. This cannot be undone.`}</p>
      <Loaded query={deletion}>{found => <p>{inWords(found)}</p>}</Loaded>
    </ConfirmDialog>
  )
}

function inWords({ deliveries, unread, events }: ConnectionDeletion): string {
  const lost = unread > 0 ? t` (${counted(unread)} of them not processed)` : ''
  const stored = deliveries === 1 ? t`1 stored delivery` : t`${counted(deliveries)} stored deliveries`
  const left = events === 1 ? t`1 event` : t`${counted(events)} events`
  return t`${stored}${lost} will be deleted. ${left} will stay.`
}
