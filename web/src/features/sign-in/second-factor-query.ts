import { readSecondFactor } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'

export const secondFactorKey = ['second-factor']

export const secondFactorQuery = {
  queryKey: secondFactorKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => asked(readSecondFactor(signal)),
}
