import { dashboard } from '@millrace/contract/operations/dashboard'
import { removePull } from '#connections/pull/settings.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(dashboard.removePull, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    await removePull(tx, organisationId, actor, id)
    return {
      message: 'No more pages are fetched.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
