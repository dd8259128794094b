import type { ComparisonResult } from '@millrace/contract/job'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { inTransaction } from '../../server/src/db/database.ts'
import { startComparison } from '../../server/src/jobs/comparison/start-comparison.ts'
import { findJob } from '../../server/src/jobs/jobs.ts'
import { saveDraft } from '../../server/src/workflows/drafts/save-draft.ts'
import { type Ground, SOURCE } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { storeEvents } from '../support/store-events.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

const PROMISED_MS = 60_000

/** Half of the events no longer enter it, and the others get less. */
const draft: WorkflowDefinition = {
  trigger: { source: SOURCE, when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 } },
  start: 'first',
  nodes: [
    { id: 'first', type: 'award_points', points: 5, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

export const draftAgainstLive: Proof = {
  name: 'draft-against-live',
  promise: 'a draft is compared with what is live over 100,000 stored events within a minute',
  async run({ quick, openGround, progress }) {
    const events = quick ? 2_000 : 100_000
    const ground = await openGround({ guests: 1_000 })
    await storeEvents({ ...ground, source: SOURCE }, events)
    const worker = await startProcess({ databaseUrl: ground.databaseUrl })
    const began = performance.now()
    const id = await compare(ground)
    const done = await eventually(
      async () => {
        const found = await findJob(ground.engine, ground.organisationId, id)
        progress(`comparing ${counted(events)} events: ${found?.status}`)
        return found
      },
      found => found?.status !== 'running',
      10 * PROMISED_MS,
    )
    const took = performance.now() - began
    await worker.stop()
    await ground.close()
    const result = done?.result as ComparisonResult | undefined
    const entries = [result?.live?.entries, result?.draft.entries]
    return {
      tried: `${counted(events)} events`,
      worst: `all compared after ${inSeconds(took)}`,
      faults: [
        ...(took > PROMISED_MS ? [`it took ${inSeconds(took)}`] : []),
        ...(entries[0] === events && entries[1] === events / 2 ? [] : [`${entries.join(' and ')} entries`]),
      ],
    }
  },
}

const compare = ({ engine, organisationId, workflowId }: Ground): Promise<string> =>
  inTransaction(engine, async tx => {
    const { rows } = await tx.query<{ revision: number }>(
      'SELECT draft_revision AS revision FROM workflows WHERE id = $1',
      [workflowId],
    )
    const revision = rows[0]?.revision ?? 0
    await saveDraft(tx, { organisationId, workflowId, document: draft, revision, actor: 'proof' })
    return (await startComparison(tx, { organisationId, workflowId, days: 7, actor: 'proof' })).id
  })
