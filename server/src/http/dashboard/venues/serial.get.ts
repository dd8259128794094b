import { OwnVenue } from '@millrace/contract/dashboard/venues'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireVenue } from '../edge/require-venue.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/venues/:serial',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readVenue',
    tags: ['Dashboard'],
    summary: 'A venue with all that is set for it',
    params: Type.Object({ serial: Type.String() }),
    response: { 200: OwnVenue },
  },
  handler:
    ({ database }) =>
    async ({ member, params }) =>
      inTenant(database, member.organisationId, tx => requireVenue(tx, member, params.serial)),
})
