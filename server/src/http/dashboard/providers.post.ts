import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { addProvider } from '#organisations/providers/add-provider.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { changedProvider } from './edge/changed-provider.ts'

export default bind(dashboard.addProvider, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.addProvider)
  const provider = changedProvider(
    await inTenant(parts.database, organisationId, tx =>
      addProvider(tx, parts, { organisationId, actor }, body),
    ),
  )
  reply.code(201)
  return { message: `"${provider.name}" added.`, provider }
})
