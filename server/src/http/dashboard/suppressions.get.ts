import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../bind.ts'
import { readSuppressions } from '../edge/suppressions-page.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listSuppressions, parts => async ({ member, query }) => {
  const { list, rows } = await readSuppressions(
    parts,
    member.organisationId,
    dashboard.listSuppressions.path,
    query,
  )
  return listPage(parts, list, rows, ({ id }) => id)
})
