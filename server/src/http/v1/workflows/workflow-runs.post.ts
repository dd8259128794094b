import { v1 } from '@millrace/contract/operations/v1'
import type { WorkflowRun } from '@millrace/contract/run'
import { storedId } from '#base/ids.ts'
import { storeRun } from '#runs/commands/store-run.ts'
import { statusInWords, untilActive } from '#workflows/errors.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { asDryRun } from '../../edge/dry-run.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { replayed } from '../../edge/replayed.ts'
import { requireKeyReach } from '../../edge/require-key-reach.ts'
import { Refusal } from '../../refusal.ts'

const answerOf = (run: WorkflowRun) => ({
  message: 'Run stored; the guest is on the way through the workflow.',
  workflow_run: run,
})

export default bind(v1.storeWorkflowRun, parts => async (request, reply) => {
  const { body, idempotency } = checkedBody(request, v1.storeWorkflowRun, faults =>
    idempotentRequest(request, 'workflow-runs', request.body, faults),
  )
  const workflowId = storedId(request.params.workflowId)
  if (workflowId === undefined) throw new Refusal('workflow_not_found')
  const locationOf = (run: WorkflowRun) =>
    `${parts.config.baseUrl}/v1/workflows/${run.workflow_id}/workflow-runs/${run.id}`
  const dryRun = request.query.dry_run === 'true'
  const guestId = body.org_reg_id.toLowerCase()
  await requireKeyReach(parts, request.identity, workflowId, guestId)
  const serialize = reply.code(201).serialize.bind(reply)
  const stored = await storeRun(
    parts,
    {
      organisationId: request.identity.organisationId,
      workflowId,
      guestId,
      test: request.identity.test,
      ...(idempotency && {
        idempotency: {
          request: idempotency,
          render: run => ({
            status: 201,
            location: locationOf(run),
            body: serialize(answerOf(run)) as string,
          }),
        },
      }),
    },
    dryRun ? 'ROLLBACK' : 'COMMIT',
  )
  switch (stored.kind) {
    case 'stored':
      // There will be nothing at the address of a run that was not stored.
      if (dryRun) return reply.code(201).send(asDryRun(answerOf(stored.run)))
      return reply.code(201).header('location', locationOf(stored.run)).send(answerOf(stored.run))
    case 'replay':
      return replayed(reply, stored.answer)
    case 'mismatch':
      throw new Refusal('idempotency_mismatch')
    case 'in_flight':
      throw new Refusal('idempotency_in_flight', { headers: { 'retry-after': '1' } })
    case 'workflow_not_active':
      throw new Refusal('workflow_not_active', {
        message: `The workflow is ${statusInWords(stored.status)}, so no run can be stored for it. ${untilActive[stored.status]}`,
      })
    default:
      throw new Refusal(stored.kind)
  }
})
