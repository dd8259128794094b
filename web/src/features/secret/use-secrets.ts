import { listSecrets } from '@millrace/contract/operations/dashboard/secrets'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'

export const secretsKey = ['secrets']

/** The secrets that workflows can name, without their values. */
export const useSecrets = () =>
  useQuery({
    queryKey: secretsKey,
    queryFn: async ({ signal }) => (await asked(call(listSecrets, { signal }))).data,
  })
