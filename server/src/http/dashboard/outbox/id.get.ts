import { WholeMessage } from '@millrace/contract/dashboard/outbox'
import { Type } from 'typebox'
import { readMessages } from '#dashboard/outbox/read-messages.ts'
import { inTenant } from '#db/database.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/outbox/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readMessage',
    tags: ['Dashboard'],
    summary: 'A message as it was rendered, with every attempt to hand it over',
    params: Type.Object({ id: Type.String() }),
    response: { 200: WholeMessage },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, serials: sight }, params }) => {
      const id = requireId(params.id, 'message_not_found')
      const [message] = await inTenant(database, organisationId, tx =>
        readMessages(tx, organisationId, { id, sight }),
      )
      if (message === undefined) throw new Refusal('message_not_found')
      return message
    },
})
