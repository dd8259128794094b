import { dashboard } from '@millrace/contract/operations/dashboard'
import { nameTargets } from '#dashboard/audit/name-targets.ts'
import { listAudit } from '#members/list-audit.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listAudit, parts => async request => {
  const { organisationId } = request.member
  const { actor, action, subject } = request.query
  const oldest = request.query.sort === 'created'
  const name = oldest ? 'oldest audit' : 'audit'
  const page = pageRequest(parts, name, request.query)
  const rows = await request.lists.read(organisationId, async tx => {
    const filter = { actor, action, subject, oldest, after: page.after, limit: page.limit + 1 }
    return nameTargets(tx, organisationId, await listAudit(tx, organisationId, filter))
  })
  const list = { list: name, page, path: dashboard.listAudit.path, query: request.query }
  return listPage(parts, list, rows, row => String(row.sequence))
})
