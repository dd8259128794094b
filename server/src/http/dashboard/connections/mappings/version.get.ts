import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { connectionId, requireStoredMapping } from '../../edge/require-connection.ts'
import { requireMappingVersion } from '../../edge/require-mapping.ts'

export default bind(dashboard.readMapping, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    return requireMappingVersion(tx, organisationId, id, params.version)
  })
})
