import type { Condition } from '@millrace/contract/condition'
import { inTransaction } from '../../server/src/db/database.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve, threeSteps } from './service.ts'

const WORKFLOWS = 1_000

/** Events a second with a thousand active workflows, each for its own source. */
export const p6Sources: Benchmark = {
  id: 'P6-sources',
  run: ({ seconds, rounds, smoke }) =>
    compare(
      'P6-sources',
      `events/s with ${WORKFLOWS.toLocaleString('en')} active workflows`,
      0.95,
      { seconds, rounds },
      bench => addWorkflows(bench, smoke ? 10 : WORKFLOWS),
    ),
}

/** The same where the one that takes the event has a thousand conditions, all of which are looked at. */
export const p6Conditions: Benchmark = {
  id: 'P6-conditions',
  run: ({ seconds, rounds }) =>
    compare(
      'P6-conditions',
      'events/s with 1,000 conditions evaluated for each',
      0.75,
      { seconds, rounds },
      addConditions,
    ),
}

async function compare(
  id: string,
  what: string,
  atLeast: number,
  { seconds, rounds }: { seconds: number; rounds: number },
  prepare: (bench: Bench) => Promise<void>,
) {
  const [many, one] = await Promise.all([openBench(), openBench()])
  await prepare(many)
  const [ours, theirs] = await Promise.all([serve(many, 'api'), serve(one, 'api')])
  try {
    const load = (bench: Bench, { url, token }: typeof ours, time = seconds) =>
      drive({
        url: `${url}/v1/workflows/incoming-event`,
        seconds: time,
        connections: 64,
        headers: eventHeaders(token),
        bodies: bodiesOf(bench),
      })
    await load(many, ours, Math.min(3, seconds))
    await load(one, theirs, Math.min(3, seconds))
    const figures = await inTurns(
      rounds,
      () => load(many, ours),
      () => load(one, theirs),
    )
    return { id, what, against: 'with 1', unit: '/s', must: { atLeast }, ...figures }
  } finally {
    await Promise.all([ours.child.stop(), theirs.child.stop()])
    await Promise.all([many.close(), one.close()])
  }
}

async function addWorkflows({ database, organisationId }: Bench, count: number): Promise<void> {
  await inTransaction(database.engine, async tx => {
    for (let n = 1; n < count; n++) {
      const { id } = await createWorkflow(tx, { organisationId, name: `Workflow ${n}`, actor: 'bench' })
      const document = { ...threeSteps, trigger: { ...threeSteps.trigger, source: `source ${n}` } }
      await publishWorkflow(tx, { organisationId, workflowId: id, document, actor: 'bench' })
    }
  })
}

/** None but the last leaf holds, so that no evaluation can stop before it. */
async function addConditions({ database, organisationId, workflowId }: Bench): Promise<void> {
  const leaf = (n: number): Condition => ({
    field: 'event.parameters.spend',
    operator: 'equals',
    value: -1 - n,
  })
  const groups = Array.from({ length: 10 }, (_, group) => ({
    any: Array.from(
      { length: 100 },
      (_, n): Condition =>
        group === 9 && n === 99
          ? { field: 'event.parameters.spend', operator: 'at_least', value: 1 }
          : leaf(group * 100 + n),
    ),
  }))
  const document = { ...threeSteps, trigger: { ...threeSteps.trigger, when: { any: groups } } }
  await inTransaction(database.engine, tx =>
    publishWorkflow(tx, { organisationId, workflowId, document, actor: 'bench' }),
  )
}
