import { Change, VenueAnswer } from '@millrace/contract/dashboard/venues'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { changeVenue } from '#venues/save-venue.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireVenue } from '../edge/require-venue.ts'
import { savedVenue } from '../edge/saved-venue.ts'

export default route({
  method: 'PATCH',
  url: '/dashboard/api/venues/:serial',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'changeVenue',
    tags: ['Dashboard'],
    summary: 'Change what is set for a venue, or pause it',
    params: Type.Object({ serial: Type.String() }),
    body: Change,
    response: { 200: VenueAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const { serial } = request.params
      const result = await inTenant(database, organisationId, async tx => {
        await requireVenue(tx, request.member, serial)
        const { body } = checkedBody(request, Change)
        return changeVenue(tx, organisationId, actor, serial, body)
      })
      return { message: 'Venue changed.', venue: savedVenue(result) }
    },
})
