import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { removeMember } from '#members/members.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.removeMember, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const id = storedId(request.params.id)
  if (id === undefined) throw new Refusal('member_not_found')
  const result = await inTenant(database, organisationId, tx =>
    removeMember(tx, organisationId, actor, { id }),
  )
  if (result === 'not_found') throw new Refusal('member_not_found')
  if (result === 'last_owner') throw new Refusal('last_owner')
  return { message: 'Member removed.' }
})
