import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { changeView, findView } from '#members/views/views.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'
import { requireOwnView } from './own-view.ts'

export default bind(dashboard.changeView, ({ database }) => async request => {
  const { member } = request
  const id = requireId(request.params.id, 'view_not_found')
  const view = await inTenant(database, member.organisationId, async tx => {
    const before = await requireOwnView(tx, member, id)
    const { body } = checkedBody(request, dashboard.changeView)
    if (body.shared && member.role === 'viewer') throw new Refusal('role_needed')
    await changeView(tx, member, before, body)
    // An owner who stops sharing another member's view no longer sees it.
    return (await findView(tx, member, id)) ?? { ...before, ...body }
  })
  return { message: 'View changed.', view }
})
