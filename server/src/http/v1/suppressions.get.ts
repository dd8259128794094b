import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listSuppressions } from '#suppressions/list-suppressions.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'

export default bind(v1.listSuppressions, parts => async request => {
  const { organisationId } = request.identity
  const { text, channel, reason, lifted } = request.query
  const page = pageRequest(parts, 'suppressions', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listSuppressions(
      tx,
      organisationId,
      { text, channel, reason, lifted },
      { before: page.after, limit: page.limit + 1 },
    ),
  )
  const list = { list: 'suppressions', page, path: v1.listSuppressions.path, query: request.query }
  return pageAnswer(parts, list, rows, ({ id }) => id)
})
