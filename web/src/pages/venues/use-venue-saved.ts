import type { ManagedVenue } from '@millrace/contract/venue'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../toasts/toasts.ts'

/** Shows a venue as the server has just answered. */
export function useVenueSaved() {
  const queries = useQueryClient()
  return ({ message, venue }: { message: string; venue: ManagedVenue }) => {
    queries.setQueryData(['venue', venue.serial], venue)
    void queries.invalidateQueries({ queryKey: ['venues'] })
    toast(message, 'good')
  }
}
