import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMapping } from '#connections/read-connection.ts'
import { listMappings } from '#connections/versions/list-mappings.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId } from '../edge/require-connection.ts'

export default bind(dashboard.listMappings, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    if ((await readMapping(tx, organisationId, id)) === undefined) throw new Refusal('connection_not_found')
    return { data: await listMappings(tx, organisationId, id) }
  })
})
