import { PageQuery } from '@millrace/contract/common'
import { GuestList } from '@millrace/contract/guest'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listGuests } from '#guests/list-guests.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { problems } from '../problems.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/v1/guests',
  access: 'bearer',
  schema: {
    operationId: 'listGuests',
    tags: ['Guests'],
    summary: 'List guests',
    description: 'Newest first.',
    querystring: Type.Object({
      ...PageQuery,
      // No control characters: PostgreSQL could not look for them.
      external_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' }),
      ),
    }),
    response: { 200: GuestList, ...problems(400) },
  },
  handler: parts => async request => {
    const { organisationId } = request.identity
    const page = pageRequest(parts, 'guests', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listGuests(tx, organisationId, {
        externalId: request.query.external_id,
        after: page.after,
        limit: page.limit + 1,
      }),
    )
    const list = { list: 'guests', page, path: '/v1/guests', query: request.query }
    return pageAnswer(parts, list, rows, guest => guest.id)
  },
})
