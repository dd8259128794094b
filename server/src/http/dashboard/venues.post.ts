import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { addVenue } from '#venues/save-venue.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { requireEveryVenue } from './edge/every-venue.ts'
import { savedVenue } from './edge/saved-venue.ts'

export default bind(dashboard.addVenue, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.addVenue)
  requireEveryVenue(request.member)
  const venue = savedVenue(
    await inTenant(database, organisationId, tx => addVenue(tx, organisationId, actor, body)),
  )
  reply.code(201)
  return { message: 'Venue added.', venue }
})
