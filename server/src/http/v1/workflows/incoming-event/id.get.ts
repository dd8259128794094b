import { EventAnswer } from '@millrace/contract/event'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findEvent } from '#events/find-event.ts'
import { receiptMessage } from '#events/receipt.ts'
import { problems } from '../../../problems.ts'
import { Refusal } from '../../../refusal.ts'
import { route } from '../../../route.ts'

export default route({
  method: 'GET',
  url: '/v1/workflows/incoming-event/:id',
  access: 'bearer',
  schema: {
    operationId: 'getIncomingEvent',
    tags: ['Workflows'],
    summary: 'Read the receipt of an event again',
    description: 'The verdicts are those of the moment it came in; the runs have their present status.',
    params: Type.Object({ id: Type.String() }),
    response: { 200: EventAnswer, ...problems(404) },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId } = request.identity
      const id = storedId(request.params.id)
      const receipt =
        id && (await inTenant(database, organisationId, tx => findEvent(tx, organisationId, id)))
      if (!receipt) throw new Refusal('event_not_found')
      return { message: receiptMessage(receipt), event: receipt }
    },
})
