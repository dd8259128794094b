import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { auditStatement } from '#members/list-audit.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.countAudit, ({ database }) => async ({ member, query }) => {
  const { actor, action, subject } = query
  return countRows(database, member.organisationId, limit =>
    auditStatement(member.organisationId, { actor, action, subject, after: undefined, limit }),
  )
})
