import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelJob } from '../../server/src/jobs/jobs.ts'
import { estimateReplay } from '../../server/src/jobs/replay/estimate-replay.ts'
import { startReplay } from '../../server/src/jobs/replay/start-replay.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { setWorkflowStatus } from '../../server/src/workflows/set-workflow-status.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { anHourAgo, gives, type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
beforeEach(async () => {
  ground = await openJobs()
})
afterEach(() => ground.close())

const replay = (workflowId: string, pace = 60_000) =>
  ground.within(tx =>
    startReplay(tx, ground.engine, {
      organisationId: ground.organisationId,
      workflowId,
      since: anHourAgo(),
      pace,
      actor: 'ada',
    }),
  )

const estimate = (workflowId: string) =>
  ground.within(tx =>
    estimateReplay(tx, ground.engine, {
      organisationId: ground.organisationId,
      workflowId,
      since: anHourAgo(),
    }),
  )

/** As if the connection had been closed instead of committing. */
const DYING = `DO $$ BEGIN RAISE EXCEPTION 'terminated' USING ERRCODE = '57P01'; END $$`

const sorted = (ids: readonly string[]) => ids.toSorted()

test('unmatched events go through a workflow that was built after them, each once', async () => {
  const guests = await ground.guests(30)
  const events = await ground.events(guests, { spend: 40 })
  const workflowId = await ground.publish(gives(10))
  expect(await estimate(workflowId)).toEqual({
    events: 30,
    runs: 30,
    guests: 30,
    skipped: {},
    complete: true,
  })

  const { id } = await replay(workflowId)
  await ground.workOff([ground.worker()])
  const runs = await ground.replayedRuns()
  expect(sorted(runs.map(run => run.event_id))).toEqual(sorted(events))
  expect(runs[0]?.input).toMatchObject({ source: 'till', serials: ['A'], parameters: { spend: 40 } })
  expect(ground.queue.jobs).toHaveLength(30)
  expect(await ground.find(id)).toMatchObject({
    status: 'done',
    result: { events: 30, runs: 30, skipped: {} },
  })

  expect(await estimate(workflowId)).toMatchObject({ runs: 0, skipped: { already_pushed: 30 } })
  const again = await replay(workflowId)
  await ground.workOff([ground.worker()])
  expect(await ground.replayedRuns()).toHaveLength(30)
  expect(await ground.find(again.id)).toMatchObject({ result: { runs: 0, skipped: { already_pushed: 30 } } })
})

test('the estimate and the replay say why the others do not enter', async () => {
  const rich = await ground.guests(4)
  const poor = await ground.guests(3)
  await ground.events(rich, { spend: 80 }, ['A'])
  await ground.events(poor, { spend: 5 }, ['A'])
  await ground.events(rich.slice(0, 2), { spend: 80 }, ['B'])
  await ground.events([rich[0] as string, rich[0] as string], { spend: 90 }, ['A'])
  const workflowId = await ground.publish(
    gives(10, {
      venues: ['A'],
      when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
      re_entry: { within: null, per: 'guest' },
    }),
  )
  const skipped = { condition_failed: 3, venue_not_targeted: 2, re_entry_limited: 2 }
  expect(await estimate(workflowId)).toEqual({ events: 11, runs: 4, guests: 4, skipped, complete: true })
  const { id } = await replay(workflowId)
  await ground.workOff([ground.worker(), ground.worker()])
  expect(await ground.find(id)).toMatchObject({ status: 'done', result: { events: 11, runs: 4, skipped } })
  // Guests kept out by the limit were not replayed: without the limit they can be.
  expect(await ground.query('SELECT FROM replayed_events')).toHaveLength(4)
})

test('nothing is doubled by several workers, two people, and workers that die in the middle', async () => {
  const events = await ground.events(await ground.guests(300))
  const limited = await ground.publish(gives(1, { re_entry: { within: null, per: 'guest' } }))
  await replay(limited, 600)
  await expect(replay(limited)).rejects.toThrow('under way')
  // A second one beside it, as if both people had started one at the same moment.
  await ground.query(
    `INSERT INTO undertakings (organisation_id, id, kind, workflow_id, request, progress, actor)
     SELECT organisation_id, gen_random_uuid(), kind, workflow_id, request, progress, 'bob' FROM undertakings`,
  )
  let commits = 0
  let deaths = 0
  const dying = rewritingPool(ground.database.engine, statement => {
    if (statement !== 'COMMIT') return statement
    commits += 1
    if (commits % 2 === 0) return statement
    deaths += 1
    return DYING
  })
  const query = ground.database.engine.query.bind(ground.database.engine)
  const mortal = ground.worker({ database: { engine: Object.assign(dying, { query }) } })
  const careful = async () => mortal().catch(() => true)
  await careful()
  expect(deaths).toBe(1)
  expect(await ground.replayedRuns()).toEqual([])
  await ground.workOff([careful, ground.worker(), careful, ground.worker()])

  const runs = await ground.replayedRuns()
  expect(sorted(runs.map(run => run.event_id))).toEqual(sorted(events))
  expect(await ground.query('SELECT FROM replayed_events')).toHaveLength(300)
  const jobs = new Set(ground.queue.jobs.map(job => job.run_id))
  const ids = await ground.query<{ id: string }>('SELECT id FROM runs')
  expect(ids.filter(({ id }) => !jobs.has(id))).toEqual([])
})

test('a replay that did not heed the claims of another would let the same events through twice', async () => {
  await ground.events(await ground.guests(20))
  const workflowId = await ground.publish(gives(1))
  const careless = rewritingPool(ground.database.engine, statement =>
    statement.replace(
      'ON CONFLICT DO NOTHING RETURNING event_id',
      'ON CONFLICT (organisation_id, workflow_id, event_id) DO UPDATE SET run_id = excluded.run_id RETURNING event_id',
    ),
  )
  const query = ground.database.engine.query.bind(ground.database.engine)
  const database = { engine: Object.assign(careless, { query }) }
  for (let pressed = 0; pressed < 2; pressed += 1) {
    await replay(workflowId)
    await ground.workOff([ground.worker({ database })])
  }
  expect(await ground.replayedRuns()).toHaveLength(40)
})

test('a replay keeps its pace, shows how far it is, and stops when it is cancelled', async () => {
  await ground.events(await ground.guests(5))
  const workflowId = await ground.publish(gives(1))
  const { id } = await replay(workflowId, 1)
  const turn = ground.worker()
  expect(await turn()).toBe(true)
  expect(await turn()).toBe(false)
  expect(await ground.find(id)).toMatchObject({ status: 'running', progress: { events: 1, runs: 1 } })

  await ground.pass()
  expect(await turn()).toBe(true)
  expect(await ground.replayedRuns()).toHaveLength(2)
  await ground.within(tx => cancelJob(tx, ground.organisationId, id, 'ada'))
  await ground.pass()
  expect(await turn()).toBe(false)
  expect(await ground.replayedRuns()).toHaveLength(2)
  expect(await ground.find(id)).toMatchObject({ status: 'cancelled', progress: { runs: 2 } })
  expect(await ground.within(tx => cancelJob(tx, ground.organisationId, id, 'ada'))).toBeUndefined()
})

test('a replay through a workflow that was paused meanwhile fails with the reason', async () => {
  await ground.events(await ground.guests(30))
  const workflowId = await ground.publish(gives(1))
  const { id } = await replay(workflowId, 60)
  const turn = ground.worker()
  await turn()
  await ground.within(tx =>
    setWorkflowStatus(tx, {
      organisationId: ground.organisationId,
      workflowId,
      status: 'paused',
      actor: 'ada',
    }),
  )
  await ground.pass()
  await turn()
  expect(await ground.find(id)).toMatchObject({
    status: 'failed',
    progress: { runs: 5 },
    result: { error: 'The workflow is paused; only an active one takes guests.' },
  })
  await expect(replay(workflowId)).rejects.toThrow('only an active one')
  await expect(estimate('0192c8a0-0000-7000-8000-000000000000')).rejects.toThrow('There is no workflow')
})

test('a trigger that asks for facts gets those that each event found when it happened', async () => {
  const [ada, bob, eve] = (await ground.guests(3)) as [string, string, string]
  await ground.within(tx => setMeaning(tx, ground.organisationId, 'till', { kind: 'visit' }, 'ada'))
  const [one, other, bobs] = (await ground.events([ada, ada, bob])) as [string, string, string]
  // Stored in one transaction, they happened at the same time: then the ids decide, whose order within it is by chance.
  const [first] = sorted([one, other]) as [string]
  await ground.events([ada, eve])
  const [late] = (await ground.events([eve])) as [string]
  // Her second event is about an earlier visit.
  for (const table of ['visits', 'events'])
    await ground.query(
      `UPDATE ${table} SET occurred_at = now() - interval '1 day' WHERE ${table === 'visits' ? 'event_id' : 'id'} = $1`,
      [late],
    )
  const workflowId = await ground.publish(
    gives(10, { when: { field: 'guest.facts.visits', operator: 'equals', value: 1 } }),
  )
  expect(await estimate(workflowId)).toMatchObject({ events: 6, runs: 3, skipped: { condition_failed: 3 } })
  await replay(workflowId)
  await ground.workOff([ground.worker()])
  const runs = await ground.replayedRuns()
  expect(sorted(runs.map(run => run.event_id))).toEqual(sorted([first, bobs, late]))
})
