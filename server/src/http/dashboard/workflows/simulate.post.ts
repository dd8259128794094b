import type { SimulationRequest } from '@millrace/contract/dashboard/simulations'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { findVisibleEvent } from '#dashboard/events/find-visible-event.ts'
import type { Sight } from '#dashboard/lists/sight.ts'
import { seenBy } from '#dashboard/shown-definition.ts'
import { tenantSql } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { simulateScript } from '#simulation/simulate-script.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { Refusal } from '../../refusal.ts'
import { definitionToTry } from '../edge/definition-to-try.ts'
import { refuseOthersGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.simulate, parts => async request => {
  const { organisationId, role, serials: sight } = request.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const simulated = async () => {
    // It is checked and simulated on threads: no connection waits for them.
    const sql = tenantSql(parts.database, organisationId)
    const { name } = await requireWorkflow(sql, organisationId, id)
    const { body } = checkedBody(request, dashboard.simulate)
    await requireSeen(sql, organisationId, body.script.event, sight)
    if ('known' in body.script.guest) await refuseOthersGuest(sql, request.member, body.script.guest.known)
    const definition = seenBy(role)(
      await definitionToTry(sql, parts.checks, organisationId, id, body.document),
    )
    return simulateScript(sql, parts, {
      organisationId,
      workflow: { id, name, definition },
      script: body.script,
    })
  }
  return orRefuseTrial(simulated())
})

async function requireSeen(
  tx: Sql,
  organisationId: string,
  event: SimulationRequest['script']['event'],
  sight: Sight,
): Promise<void> {
  if (event === null || !('stored' in event)) return
  const found = await findVisibleEvent(tx, organisationId, event.stored.toLowerCase(), sight)
  if (found === undefined) throw new Refusal('event_not_found')
}
