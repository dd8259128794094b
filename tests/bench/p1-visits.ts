import type { Trigger } from '@millrace/contract/workflow'
import { inTransaction } from '../../server/src/db/database.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

/** As P1. */
const CONNECTIONS = 64

/** A listener that considers every event and takes none, and three that the clock starts. */
const others: readonly Trigger[] = [
  {
    source: 'bench',
    listener: true,
    when: { field: 'event.parameters.spend', operator: 'at_least', value: 1_000_000 },
  },
  ...[1, 7, 30].map(days_before => ({
    date: { attribute: 'birthday', repeats: 'yearly', days_before, time: '10:00' } as const,
  })),
]

async function publishOthers({ database, organisationId }: Bench): Promise<void> {
  await inTransaction(database.engine, async tx => {
    await setMeaning(tx, organisationId, 'bench', { kind: 'visit', amount: 'spend' }, 'bench')
    await tx.query(`UPDATE guests SET attributes = '{"birthday": "1990-05-17"}' WHERE organisation_id = $1`, [
      organisationId,
    ])
    for (const [index, trigger] of others.entries()) {
      const { id } = await createWorkflow(tx, { organisationId, name: `Other ${index}`, actor: 'bench' })
      const nodes = [{ id: 'end', type: 'end', outcome: 'success' } as const]
      await publishWorkflow(tx, {
        organisationId,
        workflowId: id,
        document: { trigger, start: 'end', nodes },
        actor: 'bench',
      })
    }
  })
}

/**
 * Durable events a second that are visits, in an organisation with a listener and three date triggers, against events that are nothing
 * in particular where there are none.
 */
export const p1Visits: Benchmark = {
  id: 'P1-visits',
  async run({ seconds, rounds }) {
    const [recording, plain] = [await openBench(), await openBench()]
    await publishOthers(recording)
    const [ours, theirs] = [await serve(recording, 'api'), await serve(plain, 'api')]
    try {
      const load =
        (bench: Bench, { url, token }: typeof ours) =>
        (seconds: number) =>
          drive({
            url: `${url}/v1/workflows/incoming-event`,
            seconds,
            connections: CONNECTIONS,
            headers: eventHeaders(token),
            bodies: bodiesOf(bench),
          })
      const [withVisits, without] = [load(recording, ours), load(plain, theirs)]
      await withVisits(Math.min(3, seconds))
      await without(Math.min(3, seconds))
      const figures = await inTurns(
        rounds,
        () => withVisits(seconds),
        () => without(seconds),
      )
      return {
        id: 'P1-visits',
        what: 'durable events/s that are visits, with a listener and three date triggers, 64 connections',
        against: 'the same events without any of it',
        unit: '/s',
        must: { atLeast: 0.95 },
        ...figures,
      }
    } finally {
      await ours.child.stop()
      await theirs.child.stop()
      await recording.close()
      await plain.close()
    }
  },
}
