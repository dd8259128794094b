import { dashboard } from '@millrace/contract/operations/dashboard'
import { searchRuns } from '#dashboard/runs/search-runs.ts'
import { bind } from '../bind.ts'
import { writeCursor } from '../edge/cursor.ts'
import { pageRequest } from '../edge/page.ts'
import { runsAsked } from './edge/runs-asked.ts'

export default bind(dashboard.listRuns, parts => async request => {
  const { organisationId } = request.member
  const asked = runsAsked(request.member, request.query)
  const oldest = request.query.sort === 'created'
  const list = oldest ? 'oldest runs' : 'runs'
  const page = pageRequest(parts, list, request.query)
  const { runs, further } = await request.lists.read(organisationId, tx =>
    searchRuns(tx, organisationId, { ...asked, ...page, oldest }),
  )
  if (further === undefined) return { data: runs, links: { next: null } }
  const next = new URLSearchParams(request.query as Record<string, string>)
  next.set('cursor', writeCursor(parts.secrets.cursor, list, further))
  return { data: runs, links: { next: `/dashboard/api/runs?${next}` } }
})
