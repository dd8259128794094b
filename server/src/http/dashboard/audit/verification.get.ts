import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { verifyAudit } from '#members/verify-audit.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.verifyAudit, ({ database, secrets }) => async request => {
  const { organisationId } = request.member
  return inTenant(database, organisationId, tx => verifyAudit(tx, organisationId, secrets.audit))
})
