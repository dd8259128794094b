import { GuestAnswer } from '@millrace/contract/guest'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { problems } from '../../problems.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'

export default route({
  method: 'GET',
  url: '/v1/guests/:id',
  access: 'bearer',
  schema: {
    operationId: 'getGuest',
    tags: ['Guests'],
    summary: 'Read one guest',
    params: Type.Object({ id: Type.String() }),
    response: { 200: GuestAnswer, ...problems(404) },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId } = request.identity
      const id = storedId(request.params.id)
      const guest = id && (await inTenant(database, organisationId, tx => findGuest(tx, organisationId, id)))
      if (!guest) throw new Refusal('guest_not_found')
      return { message: 'The guest as registered.', guest }
    },
})
