import { dashboard } from '@millrace/contract/operations/dashboard'
import { countDeletion } from '#connections/delete-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId } from '../edge/require-connection.ts'

export default bind(dashboard.previewConnectionDeletion, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  const found = await inTenant(database, organisationId, tx => countDeletion(tx, organisationId, id))
  if (found === undefined) throw new Refusal('connection_not_found')
  return found
})
