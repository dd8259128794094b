import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { countMissed, listMissed } from '#workflows/missed/missed-rows.ts'
import { bind } from '../../bind.ts'
import { pageAnswer, pageRequest } from '../../edge/page.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { workflowIn } from './named-workflow.ts'

export default bind(
  v1.listMissedOccasions,
  parts =>
    async ({ identity: { organisationId }, params, query }) => {
      const workflowId = workflowIn(params)
      const list = `missed ${workflowId}`
      const page = pageRequest(parts, list, query)
      const place = { organisationId, workflowId }
      const { counts, rows } = await inTenant(parts.database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, workflowId)
        return {
          counts: await countMissed(tx, place),
          rows: await listMissed(tx, place, { after: page.after, limit: page.limit + 1 }),
        }
      })
      const data = rows.map(({ guest_id, guest_name: _, due_at, ...row }) => ({
        ...row,
        organisation_registration_id: guest_id,
        due_at: due_at.toISOString(),
      }))
      const path = v1.listMissedOccasions.path.replace(':workflowId', workflowId)
      return { ...counts, ...pageAnswer(parts, { list, page, path, query }, data, ({ id }) => id) }
    },
)
