import { NewVenue, VenueAnswer } from '@millrace/contract/dashboard/venues'
import { inTenant } from '#db/database.ts'
import { addVenue } from '#venues/save-venue.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { route } from '../route.ts'
import { requireEveryVenue } from './edge/every-venue.ts'
import { savedVenue } from './edge/saved-venue.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/venues',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'addVenue',
    tags: ['Dashboard'],
    summary: 'Add a venue',
    body: NewVenue,
    response: { 201: VenueAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, NewVenue)
      requireEveryVenue(request.member)
      const venue = savedVenue(
        await inTenant(database, organisationId, tx => addVenue(tx, organisationId, actor, body)),
      )
      reply.code(201)
      return { message: 'Venue added.', venue }
    },
})
