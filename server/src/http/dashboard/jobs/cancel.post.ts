import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { cancelJob, findJob } from '#jobs/jobs.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.cancelJob,
  ({ database }) =>
    async ({ member: { organisationId, email: actor }, params }) => {
      const id = requireId(params.id, 'job_not_found')
      return inTenant(database, organisationId, async tx => {
        const job = await cancelJob(tx, organisationId, id, actor)
        if (job !== undefined) return { message: 'Called off.', job }
        const known = await findJob(tx, organisationId, id)
        throw new Refusal(known === undefined ? 'job_not_found' : 'job_over')
      })
    },
)
