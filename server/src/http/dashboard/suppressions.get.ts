import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listSuppressions } from '#suppressions/list-suppressions.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listSuppressions, parts => async request => {
  const { organisationId } = request.member
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
  const list = { list: 'suppressions', page, path: dashboard.listSuppressions.path, query: request.query }
  return listPage(parts, list, rows, ({ id }) => id)
})
