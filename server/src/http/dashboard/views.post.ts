import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { saveView } from '#members/views/views.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.saveView, ({ database }) => async (request, reply) => {
  const { member } = request
  const { body } = checkedBody(request, dashboard.saveView)
  if (body.shared && member.role === 'viewer') throw new Refusal('role_needed')
  const view = await inTenant(database, member.organisationId, tx => saveView(tx, member, body))
  if (view === undefined) throw new Refusal('too_many_views')
  reply.code(201)
  return { message: 'View saved.', view }
})
