import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from '../toasts/toasts.ts'

/** Every key begins like this one. */
export const everything: readonly QueryKey[] = [[]]

/** What follows a change: what was read is read again, and the server's sentence is shown. */
export function useChanged(keys: readonly QueryKey[], then?: () => void) {
  const queries = useQueryClient()
  return ({ message }: { message: string }) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    toast(message, 'good')
    then?.()
  }
}
