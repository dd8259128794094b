import { RunInspection } from '@millrace/contract/dashboard/runs'
import { Type } from 'typebox'
import { inspectRun } from '#dashboard/runs/inspect-run.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireRun } from '../edge/require-run.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/runs/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'inspectRun',
    tags: ['Dashboard'],
    summary: 'A run with its steps, what they sent, and every attempt to do so',
    params: Type.Object({ id: Type.String() }),
    response: { 200: RunInspection },
  },
  handler:
    ({ database }) =>
    async ({ member, params }) => {
      const id = requireId(params.id, 'run_not_found')
      return inTenant(database, member.organisationId, async tx =>
        inspectRun(tx, member.organisationId, await requireRun(tx, member, id)),
      )
    },
})
