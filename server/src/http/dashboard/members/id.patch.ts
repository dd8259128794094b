import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { changeMember } from '#members/members.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireKnownSerials } from '../edge/known-serials.ts'

export default bind(dashboard.changeMember, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.changeMember)
  const id = storedId(request.params.id)
  if (id === undefined) throw new Refusal('member_not_found')
  const member = await inTenant(database, organisationId, async tx => {
    await requireKnownSerials(tx, organisationId, body)
    return changeMember(tx, organisationId, actor, { ...body, id })
  })
  if (member === 'not_found') throw new Refusal('member_not_found')
  if (member === 'last_owner') throw new Refusal('last_owner')
  return { message: 'Member changed.', member }
})
