import type { Guest } from '@millrace/contract/guest'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../toasts/toasts.ts'

/** Shows a guest as the server has just answered, and reloads what depends on the change. */
export function useGuestSaved() {
  const queries = useQueryClient()
  return ({ message, guest }: { message: string; guest: Guest }) => {
    queries.setQueryData(['guest', guest.id], guest)
    void queries.invalidateQueries({ queryKey: ['timeline', guest.id] })
    void queries.invalidateQueries({ queryKey: ['guests'] })
    toast(message, 'good')
  }
}
