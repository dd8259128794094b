import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { auditStatement } from '#members/list-audit.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.countAudit, () => async ({ member, query, lists }) => {
  const { actor, action, subject } = query
  return countRows(lists, member.organisationId, limit =>
    auditStatement(member.organisationId, { actor, action, subject, after: undefined, limit }),
  )
})
