import { words } from '@millrace/contract/common'
import { type WorkflowInList, workflowFilter } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { listWorkflows } from '#dashboard/workflows/list-workflows.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 100

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/export',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'exportWorkflows',
    tags: ['Dashboard'],
    summary: 'The list of workflows as a file, by the same filters',
    querystring: Type.Object({ format: words(['csv']), ...workflowFilter }),
    response: { 200: { description: 'The file.' } },
  },
  handler:
    ({ database }) =>
    async (request, reply) => {
      const { organisationId } = request.member
      const { status, name } = request.query
      return sendCsv<WorkflowInList>(reply, {
        name: 'workflows.csv',
        heading: [...columns, 'runs_last_7_days', 'failed_last_7_days'],
        cells: workflow => [
          ...columns.map(column => workflow[column]),
          workflow.last_7_days.runs,
          workflow.last_7_days.failed,
        ],
        next: last =>
          inTenant(database, organisationId, tx =>
            listWorkflows(tx, organisationId, { status, name, after: last?.id, limit: AT_ONCE }),
          ),
      })
    },
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
