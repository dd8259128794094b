import { dashboard } from '@millrace/contract/operations/dashboard'
import { searchRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { writeCursor } from '../edge/cursor.ts'
import { pageRequest } from '../edge/page.ts'
import { runsAsked } from './edge/runs-asked.ts'

export default bind(dashboard.listRuns, parts => async request => {
  const { organisationId } = request.member
  const asked = runsAsked(request.member, request.query)
  const page = pageRequest(parts, 'runs', request.query)
  const { runs, further } = await inTenant(parts.database, organisationId, tx =>
    searchRuns(tx, organisationId, { ...asked, ...page }),
  )
  if (further === undefined) return { data: runs, links: { next: null } }
  const next = new URLSearchParams(request.query as Record<string, string>)
  next.set('cursor', writeCursor(parts.secrets.cursor, 'runs', further))
  return { data: runs, links: { next: `/dashboard/api/runs?${next}` } }
})
