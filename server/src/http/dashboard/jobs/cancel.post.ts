import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { cancelJob, findJob } from '#jobs/jobs.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.cancelJob, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = requireId(params.id, 'job_not_found')
  return inTenant(database, organisationId, async tx => {
    const known = await findJob(tx, organisationId, id)
    if (known === undefined) throw new Refusal('job_not_found')
    if (known.workflow_id === null) requireEveryVenue(member)
    else await requireReach(tx, member, known.workflow_id)
    const job = await cancelJob(tx, organisationId, id, actor)
    if (job === undefined) throw new Refusal('job_over')
    return { message: 'Cancelled.', job }
  })
})
