import { dashboard } from '@millrace/contract/operations/dashboard'
import { removePrevious } from '#connections/change-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { connectionId, requireConnection } from '../../edge/require-connection.ts'

export default bind(dashboard.removePreviousSecret, parts => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = connectionId(params.id)
  return inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    await removePrevious(tx, organisationId, actor, id)
    return {
      message: 'The previous secret is removed.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
