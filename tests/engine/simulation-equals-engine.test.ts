import { defaultSettings } from '@millrace/contract/settings'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentAfter } from '../../server/src/calendar/duration.ts'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { eventOf, guestOf } from '../../server/src/simulation/invented.ts'
import { noVisits } from '../../server/src/simulation/past-visits.ts'
import { allBudgets } from '../../server/src/simulation/read-history.ts'
import { asIfLive } from '../../server/src/simulation/read-input.ts'
import { simulate } from '../../server/src/simulation/simulate.ts'
import { validate } from '../../server/src/workflows/validation/validate.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { trials } from '../support/trials.ts'
import { type EngineWithClock, openEngineWithClock } from './engine-with-clock.ts'
import { booked, type Case, cases } from './simulation-graphs.ts'

let prepared: TestDatabase
let database: Database
beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'simulation test',
    tenantConnections: 1,
    engineConnections: 2,
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

test('the simulator shows exactly what the engine does on a database, whatever the workflow and what happens', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async given => {
      fc.pre(validate(given.definition).faults.length === 0)
      const engine = await openEngineWithClock(database, given)
      const happened = await playOnEngine(engine, given)
      expect(playSimulated(engine, given)).toEqual(happened)
    }),
    { numRuns: trials(50, 500), endOnFailure: false },
  )
})

const hears: Case = {
  definition: {
    trigger: { source: 'till' },
    start: 'pause',
    nodes: [
      { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'hours' } }, next: 'tag' },
      { id: 'tag', type: 'add_tag', tag: 'vip', next: 'back' },
      {
        id: 'back',
        type: 'wait_for_event',
        events: [
          {
            source: 'review',
            when: { field: 'guest.tags', operator: 'contains', value: 'vip' },
            next: 'done',
          },
        ],
        timeout: { after: { amount: 1, unit: 'days' }, next: 'lost' },
      },
      { id: 'done', type: 'end', outcome: 'success' },
      { id: 'lost', type: 'end', outcome: 'failure' },
    ],
  },
  settings: defaultSettings,
  guest: {
    name: null,
    email: null,
    phone: null,
    email_consent: false,
    sms_consent: false,
    tags: [],
    points: 0,
  },
  spend: 0,
  serials: [],
  deliveries: {},
  happenings: [{ event: { source: 'review' } }, { advance: 'next' }],
}

test('an event that came before a wait is judged by the guest as they are when the run waits', async () => {
  const engine = await openEngineWithClock(database, hears)
  const happened = await playOnEngine(engine, hears)
  expect(happened.run).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(playSimulated(engine, hears)).toEqual(happened)
  // A simulator that had missed the event would be noticed.
  const deaf = playSimulated(engine, { ...hears, happenings: hears.happenings.slice(1) })
  expect(deaf).not.toEqual(happened)
})

const counts: Case = {
  ...hears,
  definition: {
    trigger: { source: 'till' },
    start: 'back',
    nodes: [
      {
        id: 'back',
        type: 'wait_for_event',
        events: [
          {
            source: 'till',
            when: { field: 'guest.facts.visits', operator: 'at_least', value: 3 },
            next: 'regular',
          },
        ],
        timeout: { after: { amount: 60, unit: 'days' }, next: 'lost' },
      },
      {
        id: 'regular',
        type: 'update_guest',
        changes: [{ field: 'name', value: 'Spent {{ guest.facts.spend }}' }],
        next: 'done',
      },
      { id: 'done', type: 'end', outcome: 'success' },
      { id: 'lost', type: 'end', outcome: 'failure' },
    ],
  },
  spend: 10,
  happenings: [20, 30].map(spend => ({ event: { source: 'till', parameters: { spend } } })),
}

test('visits that happen in a simulation count as they do in the engine', async () => {
  const engine = await openEngineWithClock(database, counts)
  const happened = await playOnEngine(engine, counts)
  expect(happened).toMatchObject({ run: { outcome: 'success' }, guest: { name: 'Spent 60' } })
  expect(playSimulated(engine, counts)).toEqual(happened)
})

/** Every action comes a moment after the one before: at the same instant their order would be undefined. */
const MOMENT = { amount: 1, unit: 'seconds' } as const

async function playOnEngine(engine: EngineWithClock, { happenings }: Case) {
  await engine.begin()
  for (const happening of happenings) {
    await engine.passUntil(momentAfter(engine.now(), engine.zone, MOMENT))
    if ('event' in happening) await engine.send(happening.event)
    else if ('advance' in happening && happening.advance === 'next') await engine.wake()
    else if ('advance' in happening && typeof happening.advance === 'object' && 'by' in happening.advance)
      await engine.passUntil(momentAfter(engine.now(), engine.zone, happening.advance.by))
  }
  return engine.record()
}

function playSimulated(engine: EngineWithClock, given: Case) {
  const { definition, guest, settings, spend, serials, deliveries, happenings } = given
  const result = simulate({
    workflow: asIfLive({ id: engine.workflowId, name: 'Test', definition }),
    organisation: engine.organisation,
    guest: guestOf({ ...guest, id: engine.guestId }),
    event: eventOf({ source: 'till', serials, parameters: { spend, ...booked } }),
    startAt: engine.startAt,
    run: {
      id: engine.runId(),
      workflowId: engine.workflowId,
      chain: 0,
      unsubscribeUrl: engine.unsubscribeUrl,
    },
    allowance: allBudgets(settings),
    visits: noVisits,
    ledger: [],
    entered: new Map(),
    workflows: new Map(),
    deliveries,
    happenings: happenings.flatMap(happening => [{ advance: { by: MOMENT } }, happening]),
  })
  const { run, steps, messages, tasks, points, guest: who } = result
  return {
    run: { ...run, error: run?.error ?? null },
    // An event has another id there, and a delivery other details.
    steps: steps.map(({ node_id, type, status, started_at, finished_at, detail }) => ({
      node_id,
      type,
      status,
      started_at,
      finished_at,
      reason: detail.reason ?? null,
      taken: detail.taken ?? null,
    })),
    messages: messages.map(({ node_id, at, channel, recipient, content }) => ({
      node_id,
      at,
      channel,
      recipient,
      content,
    })),
    tasks: tasks.map(({ node_id, at, title, due_at }) => ({ node_id, at, title, due_at })),
    points: points.map(({ node_id, points }) => ({ node_id, points })),
    guest: { ...who.after, tags: (who.after.tags as string[]).toSorted() },
  }
}
