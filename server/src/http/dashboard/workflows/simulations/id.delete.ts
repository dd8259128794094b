import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { deleteSimulation } from '#simulation/kept-simulations.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { changeWorkflow } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'

export default bind(dashboard.deleteSimulation, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  await inTenant(database, organisationId, tx =>
    changeWorkflow(tx, member, workflowId, async () => {
      const id = requireId(params.simulationId, 'simulation_not_found')
      if (!(await deleteSimulation(tx, organisationId, workflowId, id))) {
        throw new Refusal('simulation_not_found')
      }
      const detail = { workflow_id: workflowId }
      await recordAudit(tx, organisationId, { actor, action: 'simulation.deleted', subject: id, detail })
    }),
  )
  return { message: 'Test deleted.' }
})
