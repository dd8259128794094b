import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { deleteView } from '#members/views/views.ts'
import { bind } from '../../bind.ts'
import { requireId } from '../edge/require-id.ts'
import { requireOwnView } from './own-view.ts'

export default bind(dashboard.deleteView, ({ database }) => async ({ member, params }) => {
  const id = requireId(params.id, 'view_not_found')
  await inTenant(database, member.organisationId, async tx => {
    await deleteView(tx, member, await requireOwnView(tx, member, id))
  })
  return { message: 'View deleted.' }
})
