import { inTenant } from '#db/database.ts'
import { listSuppressions, type SuppressionFilter } from '#suppressions/list-suppressions.ts'
import type { HttpParts } from '../parts.ts'
import { pageRequest } from './page.ts'

type Query = SuppressionFilter & { limit?: string | undefined; cursor?: string | undefined }

/** A page of suppressions, and where it stands: the same for members and for keys. */
export async function readSuppressions(parts: HttpParts, organisationId: string, path: string, query: Query) {
  const { text, channel, reason, lifted } = query
  const page = pageRequest(parts, 'suppressions', query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listSuppressions(
      tx,
      organisationId,
      { text, channel, reason, lifted },
      { before: page.after, limit: page.limit + 1 },
    ),
  )
  return { list: { list: 'suppressions', page, path, query }, rows }
}
