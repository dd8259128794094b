import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { listWorkflows } from '#dashboard/workflows/list-workflows.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 100

export default bind(dashboard.exportWorkflows, ({ database }) => async (request, reply) => {
  const { organisationId, serials: sight } = request.member
  const { status, name, folder, tag } = request.query
  return sendCsv<WorkflowInList>(reply, {
    name: 'workflows.csv',
    heading: [...columns, 'runs_last_7_days', 'failed_last_7_days', 'folder', 'tags', 'published_at'],
    cells: workflow => [
      ...columns.map(column => workflow[column]),
      workflow.last_7_days?.runs,
      workflow.last_7_days?.failed,
      workflow.folder,
      workflow.tags.join(', '),
      workflow.published_at,
    ],
    next: last =>
      inTenant(database, organisationId, tx =>
        listWorkflows(tx, organisationId, {
          ...{ status, name, folder, tag, sight },
          after: last?.id,
          limit: AT_ONCE,
        }),
      ),
  })
})

const columns = [
  'id',
  'name',
  'description',
  'sentence',
  'status',
  'source',
  'version',
  'unpublished',
  'created_at',
  'updated_at',
  'guests_inside',
] as const
