import { EventDetail } from '@millrace/contract/dashboard/events'
import { Type } from 'typebox'
import { readEvent } from '#dashboard/events/read-event.ts'
import { inTenant } from '#db/database.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/events/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readEvent',
    tags: ['Dashboard'],
    summary: 'An event, what it did, and why every other workflow did not take it',
    params: Type.Object({ id: Type.String() }),
    response: { 200: EventDetail },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, serials }, params }) => {
      const id = requireId(params.id, 'event_not_found')
      const event = await inTenant(database, organisationId, tx => readEvent(tx, organisationId, id, serials))
      if (event === undefined) throw new Refusal('event_not_found')
      return event
    },
})
