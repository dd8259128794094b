import { dashboard } from '@millrace/contract/operations/dashboard'
import { deleteConnection } from '#connections/delete-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId } from '../edge/require-connection.ts'

export default bind(dashboard.deleteConnection, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = connectionId(params.id)
  const deleted = await inTenant(database, organisationId, tx =>
    deleteConnection(tx, organisationId, actor, id),
  )
  if (deleted === undefined) throw new Refusal('connection_not_found')
  return { message: `"${deleted.name}" is deleted. Its events stay.` }
})
