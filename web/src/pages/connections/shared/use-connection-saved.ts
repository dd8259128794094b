import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../toasts/toasts.ts'
import { connectionKey, connectionsKey, deliveriesKey } from './connection-calls.ts'

/** Shows a connection as the server has just answered. */
export function useConnectionSaved() {
  const queries = useQueryClient()
  return ({ message, connection }: { message: string; connection: WholeConnection }) => {
    queries.setQueryData(connectionKey(connection.id), connection)
    for (const queryKey of [connectionsKey, deliveriesKey]) void queries.invalidateQueries({ queryKey })
    toast(message, 'good')
  }
}
