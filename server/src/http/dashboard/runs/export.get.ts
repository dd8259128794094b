import type { RunInList } from '@millrace/contract/dashboard/runs'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { nextRuns } from '#dashboard/runs/search-runs.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { runsAsked } from '../edge/runs-asked.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 1_000

export default bind(dashboard.exportRuns, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const asked = runsAsked(request.member, request.query)
  await inTenant(database, organisationId, tx =>
    recordAudit(tx, organisationId, { actor, action: 'runs.exported', subject: 'all' }),
  )
  return sendCsv<RunInList>(reply, {
    name: 'runs.csv',
    heading: columns,
    cells: run => columns.map(column => (column === 'error' ? run.error?.message : run[column])),
    next: last =>
      request.lists.read(organisationId, tx =>
        nextRuns(tx, organisationId, { ...asked, after: last?.id, limit: AT_ONCE }),
      ),
  })
})

const columns = [
  'id',
  'workflow_id',
  'workflow_name',
  'workflow_version',
  'organisation_registration_id',
  'guest_name',
  'event_id',
  'trigger',
  'status',
  'outcome',
  'outcome_reason',
  'current_node_id',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const
