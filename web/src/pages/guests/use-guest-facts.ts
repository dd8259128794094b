import { useQuery } from '@tanstack/react-query'
import { readGuestFacts } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'

/** What the ledger of visits says about a guest, and the segments they are in. */
export const useGuestFacts = (id: string) =>
  useQuery({
    queryKey: ['guest', id, 'facts'],
    queryFn: ({ signal }) => asked(readGuestFacts(id, signal)),
  })
