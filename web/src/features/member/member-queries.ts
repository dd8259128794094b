import { useQuery } from '@tanstack/react-query'
import { listMembers } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { useIsStaff } from '../../session/use-session.ts'

export const membersKey = ['members']

export const useMembers = () =>
  useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) => asked(listMembers(signal)),
    enabled: !useIsStaff(),
  })
