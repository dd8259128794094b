import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { findJob } from '#jobs/jobs.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readJob, ({ database }) => async ({ member: { organisationId }, params }) => {
  const id = requireId(params.id, 'job_not_found')
  const found = await inTenant(database, organisationId, tx => findJob(tx, organisationId, id))
  if (found === undefined) throw new Refusal('job_not_found')
  return found
})
