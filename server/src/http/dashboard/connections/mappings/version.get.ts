import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMapping } from '#connections/read-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId } from '../../edge/require-connection.ts'
import { requireMappingVersion } from '../../edge/require-mapping.ts'

export default bind(dashboard.readMapping, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    if ((await readMapping(tx, organisationId, id)) === undefined) throw new Refusal('connection_not_found')
    return requireMappingVersion(tx, organisationId, id, params.version)
  })
})
