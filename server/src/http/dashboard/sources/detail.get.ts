import { SourcePage } from '@millrace/contract/dashboard/sources'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { readSource } from '#sources/read-source.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { toolsOf } from '../edge/tools.ts'

/** The source is in the query: it may be any text, with slashes in it and whatever else an address gives a meaning to. */
export default route({
  method: 'GET',
  url: '/dashboard/api/sources/detail',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readSource',
    tags: ['Dashboard'],
    summary: 'What a source really sends, what has changed, and which workflow reads what',
    description: 'Without `source`: of the events that name none.',
    querystring: Type.Object({
      source: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' })),
    }),
    response: { 200: SourcePage },
  },
  handler: parts => {
    const { places } = toolsOf(parts)
    return async ({ member: { organisationId }, query }) => {
      const page = await inTenant(parts.database, organisationId, tx =>
        readSource(tx, places, organisationId, query.source ?? null),
      )
      if (page === undefined) throw new Refusal('source_not_found')
      return page
    }
  },
})
