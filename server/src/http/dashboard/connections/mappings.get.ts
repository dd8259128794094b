import { dashboard } from '@millrace/contract/operations/dashboard'
import { listMappings } from '#connections/versions/list-mappings.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { connectionId, requireStoredMapping } from '../edge/require-connection.ts'

export default bind(dashboard.listMappings, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    return { data: await listMappings(tx, organisationId, id) }
  })
})
