import type { WorkflowNode } from '@millrace/contract/node'
import { defaultSettings } from '@millrace/contract/settings'
import { expect, test } from 'vitest'
import { go, type StepFacts, type StepTable, unlimited } from '#steps/step.ts'
import { steps as table } from '#steps/table.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { versionId } from '#workflows/catalogue.ts'
import { compileVersion } from '#workflows/compile.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import { noPastRuns } from '#workflows/facts.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { factsOf, failure, versionOf, type WalkFacts, walk } from './walk.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const { guest } = someFacts({ points: 5 })
const loaded = (given: Partial<LoadedRun> = {}): LoadedRun => ({
  organisationId: 'o',
  id: 'r',
  workflowId: 'w',
  workflowVersion: 3,
  guestId: guest.id,
  status: 'queued',
  nodeId: null,
  sequence: 0,
  stepCount: 0,
  input: { source: 'till', serials: ['A'], parameters: {} },
  resumption: null,
  memory: null,
  createdAt: now,
  chain: 2,
  held: false,
  ending: null,
  ...given,
})
/** Stands at its second step. */
const standing = (given: Partial<LoadedRun> = {}) =>
  loaded({ status: 'running', nodeId: 'pause', stepCount: 2, ...given })
const end: WorkflowNode = { id: 'end', type: 'end', outcome: 'success' }
const give: WorkflowNode = { id: 'give', type: 'award_points', points: 10, next: 'end' }
const version = compileVersion('w', 'Thanks', 3, {
  trigger: { source: 'till' },
  start: 'give',
  nodes: [give, end],
  variables: [{ key: 'offer', value: 'cake', venues: { A: 'wine' } }],
})
const organisation = {
  settings: { ...defaultSettings, time_zone: 'Europe/Lisbon' },
  watches: false,
  venues: new Map([['A', { name: 'Harbour', time_zone: 'Europe/London' }]]),
  meanings: new Map(),
} as unknown as OrganisationFacts
const walkFacts = (given: Partial<WalkFacts> = {}): WalkFacts => ({
  versions: new Map([[versionId({ organisationId: 'o', workflowId: 'w', version: 3 }), version]]),
  guests: new Map([[`o ${guest.id}`, guest]]),
  organisations: new Map([['o', organisation]]),
  allowances: { sent: new Map(), left: new Map(), given: new Map() },
  pastRuns: new Map(),
  exits: new Map(),
  came: new Map(),
  tasks: new Map(),
  clicks: new Map(),
  answers: new Map(),
  targets: new Map(),
  now,
  steps: table,
  unsubscribeUrl: (...parts) => parts.join(' '),
  ...given,
})
const one = async (run: LoadedRun, given?: Partial<WalkFacts>) => {
  const [walked] = await walk([run], walkFacts(given))
  if (walked === undefined) throw new Error('nothing was walked')
  return walked
}

test('a run is taken to its end, and knows the version it is on', async () => {
  const { run, result, ...rest } = await one(loaded())
  expect(run).toEqual(loaded())
  expect(rest).toEqual({})
  expect(result.run).toMatchObject({ status: 'completed', outcome: 'success', nodeId: 'end', stepCount: 2 })
  expect(result.guest?.points).toBe(15)
  expect(versionOf(run)).toEqual({ organisationId: 'o', workflowId: 'w', version: 3 })
})

test('of two runs of one guest the later sees what the earlier did, gave and spent', async () => {
  const seen: StepFacts[] = []
  const watched = {
    ...table,
    award_points: (node: never, facts: StepFacts) => {
      seen.push(facts)
      return table.award_points(node, facts)
    },
  } as StepTable
  const given = new Map([[`o ${guest.id}`, []]])
  await walk([loaded(), loaded({ id: 's' })], {
    ...walkFacts({ steps: watched }),
    allowances: { sent: new Map(), left: new Map([['o', { points: 100, sms: null }]]), given },
  })
  expect(seen.map(({ facts }) => facts.guest.points)).toEqual([5, 15])
  expect(seen.map(({ allowance }) => allowance.left.points)).toEqual([100, 90])
  expect(given.get(`o ${guest.id}`)).toEqual([])
})

test('each step gets what was loaded for its run, and nothing where there is nothing', async () => {
  let seen: StepFacts | undefined
  const steps = {
    ...table,
    award_points: (node: never, facts: StepFacts) => {
      seen = facts
      return table.award_points(node, facts)
    },
  } as StepTable
  await one(loaded(), { steps })
  expect(seen).toMatchObject({
    now,
    run: { id: 'r', workflowId: 'w', chain: 2, test: false },
    settings: organisation.settings,
    allowance: unlimited,
    came: [],
  })
  for (const key of ['tasks', 'clicks', 'answers', 'workflows'] as const)
    expect(seen?.[key], key).toEqual(new Map())
  expect(seen?.run.unsubscribeUrl('sms')).toBe(`o ${guest.id} sms`)

  const sent = { email: [now], sms: [] }
  const left = { points: 50, sms: 1 }
  const given = [{ workflowId: 'w', nodeId: 'n', points: 1, at: now }]
  const loadedFacts = {
    came: [{ source: 'x' }],
    tasks: new Map([['t', null]]),
    clicks: new Map([['c', []]]),
    answers: new Map([['a', 1]]),
    targets: new Map([['v', { status: 'active', version: 1 }]]),
  }
  const byRun = (value: unknown) => new Map([['r', value]]) as never
  await one(loaded({ input: { source: 'till', serials: [], parameters: {}, test: true } as never }), {
    steps,
    allowances: {
      sent: new Map([[`o ${guest.id}`, sent]]),
      left: new Map([['o', left]]),
      given: new Map([[`o ${guest.id}`, given]]),
    },
    came: byRun(loadedFacts.came),
    tasks: byRun(loadedFacts.tasks),
    clicks: byRun(loadedFacts.clicks),
    answers: byRun(loadedFacts.answers),
    targets: new Map([['o', loadedFacts.targets]]) as never,
  })
  expect(seen).toMatchObject({
    run: { test: true },
    allowance: { sent, left, given },
    came: loadedFacts.came,
  })
  expect([seen?.tasks, seen?.clicks, seen?.answers, seen?.workflows]).toEqual([
    loadedFacts.tasks,
    loadedFacts.clicks,
    loadedFacts.answers,
    loadedFacts.targets,
  ])
})

test('a run whose ending was requested is cancelled, whatever else there is, and its open step closed', async () => {
  const { result, ...rest } = await one(standing({ ending: 'a person', held: true }))
  expect(result.run).toMatchObject({ status: 'cancelled', outcomeReason: 'a person', outcome: null })
  expect(result.effects).toEqual([])
  expect(result.steps).toEqual([
    {
      position: 1,
      nodeId: 'pause',
      type: '',
      status: 'skipped',
      detail: { reason: 'cancelled' },
      resumed: true,
    },
  ])
  expect(rest).toEqual({ run: standing({ ending: 'a person', held: true }) })
})

test('a run of a paused workflow is held where it stands, with what woke it', async () => {
  const { result, held, unseen } = await one(standing({ held: true }), { exits: new Map([['r', 'paid']]) })
  expect([held, unseen]).toEqual([true, true])
  expect(result).toEqual({
    run: expect.objectContaining({ status: 'paused', nodeId: 'pause', stepCount: 2 }),
    steps: [],
    effects: [],
  })
})

test('an event that came before the run listened ends it', async () => {
  const { result } = await one(standing(), { exits: new Map([['r', 'paid']]) })
  expect(result.run).toMatchObject({ status: 'completed', outcome: 'exited', outcomeReason: 'paid' })
  expect(result.steps).toMatchObject([{ position: 1, status: 'skipped', detail: { reason: 'exited' } }])
  expect(result.effects).toEqual([])
  const unstarted = await one(loaded(), { exits: new Map([['r', 'paid']]) })
  expect(unstarted.result.steps).toEqual([])
})

test.each<[string, Partial<WalkFacts>, string, string]>([
  [
    'its version is gone',
    { versions: new Map() },
    'workflow_unreadable',
    'the version of the workflow is gone',
  ],
  [
    'its version cannot be read',
    {
      versions: new Map([[versionId(versionOf(loaded())), { unreadable: 'from a newer release' }]]) as never,
    },
    'workflow_unreadable',
    'from a newer release',
  ],
  [
    'its organisation is gone',
    { organisations: new Map() },
    'workflow_unreadable',
    'the version of the workflow is gone',
  ],
  ['its guest is gone', { guests: new Map() }, 'guest_missing', 'the guest no longer exists'],
])('a run fails when %s, and can be retried from where it stood', async (_, given, code, message) => {
  const { result, unseen } = await one(standing(), given)
  expect(unseen).toBe(true)
  expect(result.run).toMatchObject({
    status: 'failed',
    nodeId: 'pause',
    stepCount: 2,
    error: { code, message, node_id: 'pause' },
  })
  expect(result.steps).toMatchObject([{ position: 1, status: 'failed', detail: { message } }])
  expect(result.effects).toEqual([])
})

test('a run that makes the walk throw fails alone', async () => {
  const broken = loaded({ id: 'broken', input: null as never })
  const walked = await walk([broken, loaded()], walkFacts())
  expect(walked.map(({ result }) => result.run.status)).toEqual(['failed', 'completed'])
  expect(walked[0]?.result.run.error).toMatchObject({ code: 'step_failed', node_id: null })
  expect(walked[0]?.result.steps).toEqual([])
  const steps = Object.fromEntries(Object.keys(table).map(type => [type, null])) as unknown as StepTable
  expect((await one(loaded(), { steps })).result.run.status).toBe('failed')
  const odd = await walk([loaded()], {
    ...walkFacts(),
    get pastRuns(): never {
      throw 'not an error'
    },
  })
  expect(odd[0]?.result.run.error?.message).toBe('not an error')
})

test('a run starts with nothing decided', () => {
  expect(failure(loaded(), 'not_storable', 'too long').result.run).toEqual({
    status: 'failed',
    nodeId: null,
    stepCount: 0,
    outcome: null,
    outcomeReason: null,
    waitingFor: null,
    resumesAt: null,
    error: { code: 'not_storable', message: 'too long', node_id: null },
  })
})

test('a run belongs to the venue that its event names first', () => {
  const facts = factsOf(loaded(), version, walkFacts())
  expect(facts).toMatchObject({
    event: loaded().input,
    startedBy: loaded().input,
    guest,
    venue: { name: 'Harbour' },
    workflow: { name: 'Thanks', variables: { offer: 'wine' } },
    webhooks: {},
    tasks: {},
    pastRuns: noPastRuns,
  })
  expect(facts?.clock).toMatchObject({ timeZone: 'Europe/London', now: now.getTime() })
  for (const absent of ['answers', 'awarded', 'visits']) expect(facts).not.toHaveProperty(absent)
  const anywhere = (serials: string[]) =>
    factsOf(loaded({ input: { source: null, serials, parameters: {} } }), version, walkFacts())
  for (const serials of [[], ['B', 'A']])
    expect(anywhere(serials)).toMatchObject({
      venue: null,
      workflow: { variables: { offer: 'cake' } },
      clock: { timeZone: 'Europe/Lisbon' },
    })
})

test('what earlier steps stored, earlier runs and visits are among the facts', () => {
  const event = { id: 'e', source: 'again', serials: [], parameters: {} }
  const memory = {
    event,
    webhooks: { n: { status: 200 } },
    tasks: { t: { done_by: 'Ada' } },
    answers: { q: 4 },
    awarded: { n: 3 },
  }
  const pastRuns = { since: 1 } as never
  const visits = { visits: 7 } as never
  const facts = factsOf(
    loaded({ memory: memory as never }),
    version,
    walkFacts({
      pastRuns: new Map([[`o ${guest.id}`, pastRuns]]),
      visits: new Map([[`o ${guest.id} A`, visits]]),
    }),
  )
  expect(facts).toMatchObject({ ...memory, startedBy: loaded().input, pastRuns, visits })
})

test('without its guest or its organisation there are no facts', () => {
  expect(factsOf(loaded(), version, walkFacts({ guests: new Map() }))).toBeUndefined()
  expect(factsOf(loaded(), version, walkFacts({ organisations: new Map() }))).toBeUndefined()
})

test('a batch gives others a turn between its runs when it takes long', async () => {
  let taken = 0
  const steps = {
    ...table,
    award_points: (node: never, facts: StepFacts) => {
      taken++
      for (const since = performance.now(); performance.now() - since < 11; );
      return table.award_points(node, facts)
    },
  } as StepTable
  let takenBefore = -1
  setImmediate(() => {
    takenBefore = taken
  })
  const walked = await walk(
    ['r', 's', 't'].map(id => loaded({ id })),
    walkFacts({ steps }),
  )
  expect(walked.map(({ run }) => run.id)).toEqual(['r', 's', 't'])
  expect(takenBefore).toBe(1)
})

test('of two runs of one guest the later sees what the earlier sent, and what it gave today', async () => {
  const seen: StepFacts[] = []
  const message = {
    id: 'm',
    recipient: 'x',
    channel: 'sms',
    kept: false,
    content: { body: 'Hello' },
  } as const
  const steps = {
    ...table,
    award_points: (_node: never, facts: StepFacts) => {
      seen.push(facts)
      return go(
        'end',
        {},
        { type: 'message', message },
        { type: 'points', points: 3, reason: null, limited: true },
      )
    },
  } as StepTable
  await walk([loaded(), loaded({ id: 's' })], walkFacts({ steps }))
  expect(seen.map(({ allowance }) => allowance.sent.sms)).toEqual([[], [now]])
  expect(seen.map(({ allowance }) => allowance.given)).toEqual([
    [],
    [{ workflowId: 'w', nodeId: 'give', points: 3, at: now }],
  ])
})

test('a run that was waiting learns what woke it', async () => {
  const seen: unknown[] = []
  const steps = {
    ...table,
    award_points: (node: never, facts: StepFacts) => {
      seen.push(facts.resumed)
      return table.award_points(node, facts)
    },
  } as StepTable
  for (const resumption of [null, { kind: 'retry' as const }])
    await one(standing({ nodeId: 'give', resumption }), { steps })
  expect(seen).toEqual([{ kind: 'time' }, { kind: 'retry' }])
})
