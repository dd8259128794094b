import type { ComparisonResult } from '@millrace/contract/job'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startComparison } from '../../server/src/jobs/comparison/start-comparison.ts'
import { cancelJob } from '../../server/src/jobs/jobs.ts'
import { startRebuild } from '../../server/src/jobs/rebuild/start-rebuild.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { saveDraft } from '../../server/src/workflows/drafts/save-draft.ts'
import { gives, type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
let workflowId: string
const spends = [10, 40, 60, 90]

beforeAll(async () => {
  ground = await openJobs()
  workflowId = await ground.publish(live)
  const guests = await ground.guests(40)
  for (const spend of spends) await ground.events(guests, { spend }, [spend < 50 ? 'A' : 'B'])
  await save(draft)
})
afterAll(() => ground.close())
beforeEach(() => ground.query('DELETE FROM undertakings'))

const live = gives(10, { when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 } })

/** Takes them from less spending on, but each guest once, and writes to them after a day. */
const draft: WorkflowDefinition = {
  trigger: {
    source: 'till',
    when: { field: 'event.parameters.spend', operator: 'at_least', value: 30 },
    re_entry: { within: null, per: 'guest' },
  },
  start: 'pause',
  nodes: [
    { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'days' } }, next: 'call' },
    { id: 'call', type: 'call_webhook', url: 'https://example.com/', method: 'POST', next: 'give' },
    { id: 'give', type: 'award_points', points: 25, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

async function save(document: unknown): Promise<void> {
  const [row] = await ground.query<{ revision: number }>(
    'SELECT draft_revision AS revision FROM workflows WHERE id = $1',
    [workflowId],
  )
  const revision = row?.revision ?? 0
  const { organisationId } = ground
  await ground.within(tx => saveDraft(tx, { organisationId, workflowId, document, revision, actor: 'ada' }))
}

const start = () =>
  ground.within(tx =>
    startComparison(tx, { organisationId: ground.organisationId, workflowId, days: 7, actor: 'ada' }),
  )

const expected = {
  events: 160,
  draft: {
    considered: 160,
    entries: 40,
    guests: 40,
    skipped: { condition_failed: 40, re_entry_limited: 80 },
    messages: { A: { webhook: 40 } },
    points: { awarded: 1_000, taken: 0 },
    tasks: 0,
    ends: { success: 40 },
    nodes: { pause: 40, call: 40, give: 40, end: 40 },
  },
  live: {
    considered: 160,
    entries: 80,
    guests: 40,
    skipped: { condition_failed: 80 },
    messages: {},
    points: { awarded: 800, taken: 0 },
    ends: { success: 80 },
    nodes: { give: 80, end: 80 },
  },
  difference: {
    entries: -40,
    only_draft: { count: 0, sample: [] },
    only_live: { count: 0, sample: [] },
    messages: { A: { webhook: 40 } },
    points: 200,
  },
}

async function resultOf(id: string): Promise<ComparisonResult> {
  const found = await ground.find(id)
  if (found === undefined) throw new Error(`there is no comparison ${id}`)
  return found.result as ComparisonResult
}

test('a draft is compared with what is live over the stored events, and nothing happens to anybody', async () => {
  const before = await ground.query('SELECT count(*) FROM runs')
  const { id } = await start()
  await ground.workOff([ground.worker()])
  const done = await ground.find(id)
  expect(done).toMatchObject({ status: 'done', progress: { events: 160, total: 160 } })
  expect(done?.result).toMatchObject(expected)
  expect((await resultOf(id)).notes.length).toBeGreaterThan(0)
  expect(await ground.query('SELECT count(*) FROM runs')).toEqual(before)
  expect(await ground.query('SELECT FROM messages')).toEqual([])
})

test('guests whom only one of the two would take are counted, and some are named', async () => {
  await save(gives(5, { when: { field: 'event.parameters.spend', operator: 'less_than', value: 0 } }))
  const { id } = await start()
  await ground.workOff([ground.worker()])
  const { difference, draft: nobody } = await resultOf(id)
  expect(nobody).toMatchObject({ entries: 0, guests: 0 })
  expect(difference).toMatchObject({ entries: -80, only_live: { count: 40 }, points: -800 })
  expect(new Set(difference.only_live.sample).size).toBe(20)
  await save(draft)
})

test('both sides know the facts about visits, as each event found them and as they are when a step reads them', async () => {
  await ground.within(tx =>
    setMeaning(tx, ground.organisationId, 'till', { kind: 'visit', amount: 'spend' }, 'ada'),
  )
  await ground.within(tx =>
    startRebuild(tx, { organisationId: ground.organisationId, source: 'till', actor: 'ada' }),
  )
  await ground.workOff([ground.worker()])
  await save({
    trigger: { source: 'till', when: { field: 'guest.facts.visits', operator: 'equals', value: 2 } },
    start: 'spender',
    nodes: [
      {
        id: 'spender',
        type: 'branch',
        // The second of their visits, at 10 and 40.
        cases: [{ when: { field: 'guest.facts.spend', operator: 'equals', value: 50 }, next: 'pause' }],
        else: 'wrong',
      },
      { id: 'pause', type: 'wait', until: { after: { amount: 60, unit: 'days' } }, next: 'absent' },
      {
        id: 'absent',
        type: 'branch',
        cases: [
          {
            when: {
              all: [
                { field: 'guest.facts.days_since_last_visit', operator: 'at_least', value: 59 },
                { field: 'guest.facts.visits', operator: 'equals', value: 4 },
                { field: 'guest.facts.spend_30_days', operator: 'equals', value: 0 },
              ],
            },
            next: 'end',
          },
        ],
        else: 'wrong',
      },
      { id: 'end', type: 'end', outcome: 'success' },
      { id: 'wrong', type: 'end', outcome: 'failure' },
    ],
  })
  await ground.query('DELETE FROM undertakings')
  const { id } = await start()
  await ground.workOff([ground.worker()])
  expect((await resultOf(id)).draft).toMatchObject({
    considered: 160,
    entries: 40,
    guests: 40,
    skipped: { condition_failed: 120 },
    ends: { success: 40 },
  })
  await save(draft)
})

test('a comparison that another worker takes over in the middle comes to the same result', async () => {
  const more = await ground.guests(1)
  // Enough for several portions, from a guest who may enter once.
  for (let batch = 0; batch < 6; batch += 1)
    await ground.events(Array<string>(250).fill(more[0] as string), { spend: 1 })
  const first = await start()
  await ground.workOff([ground.worker()])
  const whole = await resultOf(first.id)

  const { id } = await start()
  const frozen = ground.worker()
  await frozen()
  expect(await ground.find(id)).toMatchObject({ status: 'running', progress: { events: 1_000 } })
  await ground.pass()
  const heir = ground.worker()
  await heir()
  // The frozen process comes back, and finds that another one has the job.
  await frozen()
  await ground.workOff([heir, frozen])
  const { since: _since, until: _until, ...said } = await resultOf(id)
  expect(whole).toMatchObject(said)
  expect(said.events).toBe(160 + 1_500)
})

test('a cancelled comparison stops', async () => {
  const { id } = await start()
  const turn = ground.worker()
  await turn()
  await ground.within(tx => cancelJob(tx, ground.organisationId, id, 'ada'))
  await turn()
  expect(await turn()).toBe(false)
  expect(await ground.find(id)).toMatchObject({ status: 'cancelled', result: null })
})

test('a draft that could not be published is not compared, and says why', async () => {
  await save({ ...draft, start: 'nowhere' })
  await expect(start()).rejects.toThrow('nowhere')
  await save(draft)
})
