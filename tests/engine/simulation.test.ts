import type { Happening, KeptScript, SimulationScript } from '@millrace/contract/simulation'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import {
  deleteSimulation,
  expectationNow,
  listSimulations,
  saveSimulation,
} from '../../server/src/simulation/kept-simulations.ts'
import { runSimulations } from '../../server/src/simulation/run-simulations.ts'
import { simulateScript } from '../../server/src/simulation/simulate-script.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { gives, type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
let workflowId: string
beforeAll(async () => {
  ground = await openJobs()
  workflowId = await ground.publish(comesBack)
  await ground.query(
    `INSERT INTO venues (organisation_id, serial, name, time_zone, paused)
     VALUES ($1, 'A', 'The Anchor', 'Europe/London', false), ($1, 'B', 'The Barge', 'Europe/London', true)`,
    [ground.organisationId],
  )
})
afterAll(() => ground.close())

const comesBack: WorkflowDefinition = {
  trigger: {
    source: 'till',
    when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
    re_entry: { within: { amount: 7, unit: 'days' }, per: 'guest' },
  },
  exits: [
    { on: 'event', label: 'Complained', source: 'complaint' },
    { on: 'guest', when: { field: 'guest.do_not_contact', operator: 'equals', value: true } },
  ],
  start: 'thank',
  nodes: [
    {
      id: 'thank',
      type: 'send_email',
      subject: 'Thank you, {{ guest.name }}',
      html: '<p>See you at {{ venue.name }}</p>',
      next: 'back',
    },
    {
      id: 'back',
      label: 'Came back?',
      type: 'wait_for_event',
      events: [{ source: 'till', next: 'give' }],
      timeout: { after: { amount: 3, unit: 'days' }, next: 'lost' },
    },
    { id: 'give', type: 'award_points', points: 25, next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
    { id: 'lost', type: 'end', outcome: 'failure', reason: 'Did not come back' },
  ],
}

const ada = { name: 'Ada', email: 'ada@example.com', email_consent: true }
const visit = { source: 'till', serials: ['A'], parameters: { spend: 60 } }
const script = (change: Partial<KeptScript> = {}): KeptScript => ({
  guest: { invented: ada },
  event: { written: visit },
  start_at: '2026-07-01T12:00:00.000Z',
  ...change,
})

const simulate = (change: Partial<SimulationScript> = {}, definition = comesBack) =>
  simulateScript(ground.database.engineSql, ground.engine, {
    organisationId: ground.organisationId,
    workflow: { id: workflowId, name: 'Test', definition },
    script: { ...script(), ...change },
  })

test('it says whether the guest enters, what is sent, where the run stands and what comes next', async () => {
  const result = await simulate()
  expect(result.verdict).toMatchObject({
    entered: true,
    conditions: [{ field: 'event.parameters.spend', expected: 50, found: 60, holds: true }],
  })
  expect(result.steps.map(({ node_id, status }) => [node_id, status])).toEqual([
    ['thank', 'completed'],
    ['back', 'waiting'],
  ])
  expect(result.messages).toMatchObject([
    {
      node_id: 'thank',
      recipient: 'ada@example.com',
      content: {
        subject: 'Thank you, Ada',
        html: expect.stringMatching(/^<p>See you at The Anchor<\/p>\n<div /),
      },
    },
  ])
  expect(result.run).toMatchObject({ status: 'waiting', resumes_at: '2026-07-04T12:00:00.000Z' })
  expect(result.next).toContain('At "Came back?" it listens for an event from "till" until')
})

test('the clock is turned by hand: nothing happens before its time, and everything then', async () => {
  const almost = await simulate({ happenings: [{ advance: { to: '2026-07-04T11:59:59.999Z' } }] })
  expect(almost.run).toMatchObject({ status: 'waiting' })
  const byTime = await simulate({ happenings: [{ advance: { by: { amount: 4, unit: 'days' } } }] })
  expect(byTime).toMatchObject({ now: '2026-07-05T12:00:00.000Z', next: null, points: [] })
  expect(byTime.run).toMatchObject({ outcome: 'failure', outcome_reason: 'Did not come back' })
  expect(byTime.steps.at(-1)).toMatchObject({ node_id: 'lost', started_at: '2026-07-04T12:00:00.000Z' })
  for (const advance of ['next', 'end'] as const)
    expect((await simulate({ happenings: [{ advance }] })).run).toEqual(byTime.run)
  const back = await simulate({ happenings: [{ advance: { to: '2026-06-30T12:00:00.000Z' } }] })
  expect(back.notes).toEqual(['The clock only goes forward: it is past 2026-06-30T12:00:00.000Z already.'])
  const far = await simulate({ happenings: [{ advance: { by: { amount: 100_000, unit: 'months' } } }] })
  expect(far).toMatchObject({
    now: '2026-07-01T12:00:00.000Z',
    notes: [expect.stringContaining('no further')],
  })
})

test('quiet hours that never end do not hold up who tries them out', async () => {
  const settings = {
    quiet_hours: [
      { from: '00:00', to: '12:00' },
      { from: '12:00', to: '00:00' },
    ],
  }
  await ground.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    ground.organisationId,
    JSON.stringify(settings),
  ])
  const held = await simulate({ happenings: [{ advance: 'end' }] })
  await ground.query(`UPDATE organisations SET settings = '{}' WHERE id = $1`, [ground.organisationId])
  expect(held.run).toMatchObject({ status: 'waiting', waiting_for: { type: 'quiet_hours' } })
  expect(held.notes).toEqual(['The run was woken 1000 times and did not come to an end.'])
})

test('events come in during a wait: they wake the run, end it, or do nothing to it', async () => {
  const woken = await simulate({
    happenings: [{ advance: { by: { amount: 1, unit: 'days' } } }, { event: { source: 'till' } }],
  })
  expect(woken.run).toMatchObject({ outcome: 'success' })
  expect(woken.points).toEqual([
    { node_id: 'give', at: '2026-07-02T12:00:00.000Z', points: 25, reason: null },
  ])
  expect(woken.guest).toMatchObject({ before: { points: 0 }, after: { points: 25 } })
  expect(woken.heard).toMatchObject([{ did: 'woke', starts: { entered: false, reason: 'condition_failed' } }])

  const again = await simulate({ happenings: [{ event: visit }] })
  expect(again.heard).toMatchObject([{ did: 'woke', starts: { entered: false, reason: 're_entry_limited' } }])

  const ended = await simulate({ happenings: [{ event: { source: 'complaint' } }] })
  expect(ended.run).toMatchObject({ outcome: 'exited', outcome_reason: 'Complained' })
  expect(ended.steps.at(-1)).toMatchObject({ status: 'skipped', detail: { reason: 'exited' } })

  const ignored = await simulate({ happenings: [{ event: { source: 'web' } }] })
  expect(ignored.heard).toMatchObject([{ did: 'nothing', starts: { reason: 'other_source' } }])
})

test('a booking is moved, a task is done, and the guest is handed to another workflow', async () => {
  const end = { id: 'done', type: 'end', outcome: 'success' } as const
  const target = await ground.publish({ trigger: { source: 'handed' }, start: 'done', nodes: [end] })
  const reminds: WorkflowDefinition = {
    trigger: { source: 'till' },
    start: 'day-before',
    nodes: [
      {
        id: 'day-before',
        type: 'wait',
        until: { moment: { field: 'event.parameters.booked_for', before: { amount: 24, unit: 'hours' } } },
        moves: [{ source: 'moved', match: ['booking_id'] }],
        next: 'prepare',
      },
      {
        id: 'prepare',
        type: 'create_task',
        title: 'For {{ event.parameters.booking_id }}',
        next: 'prepared',
      },
      {
        id: 'prepared',
        type: 'wait_for_task',
        tasks: ['prepare'],
        next: 'thank',
        timeout: { after: { amount: 4, unit: 'hours' }, next: 'done' },
      },
      {
        id: 'thank',
        type: 'send_email',
        subject: 'Prepared by {{ tasks.prepare.done_by }}',
        html: '<p>Hello</p>',
        next: 'hand',
      },
      {
        id: 'hand',
        type: 'start_workflow',
        workflow: target,
        parameters: [{ key: 'booking_id', value: { field: 'event.parameters.booking_id' } }],
        next: 'done',
      },
      end,
    ],
  }
  const about = (source: string, booking_id: number, booked_for: string) => ({
    source,
    parameters: { booking_id, booked_for },
  })
  const result = await simulate(
    {
      event: { written: about('till', 7, '2026-07-10T18:00:00Z') },
      happenings: [
        { event: about('moved', 8, '2026-08-01T18:00:00Z') },
        { event: about('moved', 7, '2026-07-20T18:00:00Z') },
        { advance: { to: '2026-07-19T17:00:00.000Z' } },
        { advance: 'next' },
        { task: 'prepare', by: 'Grace' },
      ],
    },
    reminds,
  )
  expect(result.heard.map(({ did }) => did)).toEqual(['nothing', 'moved'])
  expect(result.steps.map(({ node_id, finished_at }) => [node_id, finished_at])).toEqual([
    ['day-before', '2026-07-19T18:00:00.000Z'],
    ...['prepare', 'prepared', 'thank', 'hand', 'done'].map(id => [id, '2026-07-19T18:00:00.000Z']),
  ])
  expect(result.messages[0]?.content.subject).toBe('Prepared by Grace')
  expect(result.steps.find(({ node_id }) => node_id === 'hand')?.detail).toMatchObject({
    workflow_id: target,
    parameters: { booking_id: 7 },
  })
})

test('an event of the script may be the one that starts the run', async () => {
  const result = await simulate({
    event: { written: { source: 'till', parameters: { spend: 1 } } },
    happenings: [{ advance: { by: { amount: 2, unit: 'hours' } } }, { event: visit }],
  })
  expect(result.verdict).toMatchObject({ entered: false, reason: 'condition_failed' })
  expect(result.heard).toMatchObject([{ did: 'started' }])
  expect(result.steps[0]).toMatchObject({ node_id: 'thank', started_at: '2026-07-01T14:00:00.000Z' })
})

test('the guest may change meanwhile, and a delivery fail', async () => {
  const left = await simulate({ happenings: [{ guest: { do_not_contact: true } }] })
  expect(left.run).toMatchObject({ outcome: 'exited', outcome_reason: 'the guest changed' })
  const smtp = { host: 'mail.example.com', port: 25, security: 'none' }
  const settings = { email: { from_name: 'M', from_address: 'm@example.com', smtp } }
  const save = (value: object) =>
    ground.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
      ground.organisationId,
      JSON.stringify(value),
    ])
  await save(settings)
  const failed = await simulate({ deliveries: { thank: { outcome: 'failed', message: 'Mailbox full.' } } })
  await save({})
  expect(failed.run).toMatchObject({
    status: 'failed',
    error: { message: 'Mailbox full.', node_id: 'thank' },
  })
  const silent = await simulate({ guest: { invented: { ...ada, email_consent: false } } })
  expect(silent.steps[0]).toMatchObject({ status: 'skipped', detail: { reason: 'no_consent' } })
})

test('the clock turns to the birthday and the absence of a guest', async () => {
  const next = { event: { occasion: 'next' } } as const
  const date = { attribute: 'birthday', repeats: 'yearly', days_before: 7, time: '10:00' } as const
  const trigger = (chosen: Trigger) => ({ ...comesBack, trigger: chosen })
  const start_at = '2027-01-01T00:00:00.000Z'
  const celebrated = await simulate(
    {
      ...next,
      start_at,
      guest: { invented: { ...ada, attributes: { birthday: '2000-02-29' } } },
      happenings: [],
    },
    trigger({ date }),
  )
  expect(celebrated.verdict).toMatchObject({
    entered: true,
    sentence: 'The guest is due: birthday is 2027-02-28.',
  })
  expect(celebrated.steps[0]?.started_at.slice(0, 10)).toBe('2027-02-21')
  const dateless = await simulate({ ...next, start_at }, trigger({ date }))
  expect(dateless).toMatchObject({
    verdict: {
      reason: 'no_occasion',
      sentence:
        "The workflow does not start for the guest: the guest's birthday is no date that is still to come.",
    },
    run: null,
  })
  const booked = await simulate(
    {
      ...next,
      start_at,
      guest: { invented: { ...ada, attributes: { booking_at: '2027-07-01T19:30' } } },
      happenings: [],
    },
    trigger({ date: { attribute: 'booking_at', repeats: 'never', hours_before: 24 } }),
  )
  expect(booked.steps[0]?.started_at).toBe('2027-06-30T19:30:00.000Z')
  const visited = await simulate(
    { ...next, start_at, happenings: [] },
    trigger({ date: { fact: 'last_visit', repeats: 'never', hours_after: 3 } }),
  )
  expect(visited.verdict.sentence).toBe('The guest is due: their last visit is 2027-01-01T00:00:00.000Z.')
  expect(visited.steps[0]?.started_at).toBe('2027-01-01T03:00:00.000Z')
  const away = await simulate(
    { ...next, start_at, happenings: [] },
    trigger({ absence: { days: 60, time: '10:00' } }),
  )
  expect(away.verdict).toMatchObject({
    entered: true,
    sentence: 'The guest is due: their last visit is 60 days ago.',
  })
  expect(away.steps[0]?.started_at.slice(0, 10)).toBe('2027-03-02')
  const unbooked = await simulate(
    { ...next, start_at, happenings: [] },
    trigger({ absence: { days: 60, sources: ['bookings'], time: '10:00' } }),
  )
  expect(unbooked.verdict.sentence).toBe('The guest is due: their last event is 60 days ago.')
  expect((await simulate({ ...next })).verdict.sentence).toBe(
    'The workflow does not start for the guest: events start it, and not the clock.',
  )
  const event = await simulate({}, trigger({ date }))
  expect(event.verdict.sentence).toBe(
    'The workflow does not take the event: the clock starts it, and no event.',
  )
})

test('the guest enters the segment, or leaves it, and is in it or not from then on', async () => {
  const next: Partial<SimulationScript> = { event: { occasion: 'next' }, happenings: [] }
  const start_at = '2027-01-01T00:00:00.000Z'
  const id = newId()
  const when = (operator: 'contains' | 'not_contains') =>
    ({ field: 'guest.segments', operator, value: id }) as const
  const trigger = (chosen: Trigger) => ({ ...comesBack, trigger: chosen })
  const entering = await simulate(
    { ...next, start_at },
    trigger({ segment: { id, on: 'enters' }, when: when('contains') }),
  )
  expect(entering.verdict).toMatchObject({
    entered: true,
    sentence: `The guest enters the segment "${id}".`,
  })
  expect(entering.steps[0]?.started_at).toBe(start_at)
  expect(entering.notes).toContain(
    'That the guest enters the segment is assumed. Its condition is not simulated.',
  )
  const leaving = trigger({ segment: { id, on: 'leaves' }, when: when('not_contains') })
  expect((await simulate({ ...next, start_at }, leaving)).verdict).toMatchObject({ entered: true })
  const refused = trigger({ segment: { id, on: 'leaves' }, when: when('contains') })
  expect((await simulate({ ...next, start_at }, refused)).verdict).toMatchObject({
    entered: false,
    reason: 'condition_failed',
  })
  expect((await simulate({}, leaving)).verdict.sentence).toBe(
    'The workflow does not take the event: a segment starts it, and no event.',
  )
})

test('the broadcast is sent when it is due, to a guest who is in the segment and may be reached', async () => {
  const next: Partial<SimulationScript> = { event: { occasion: 'next' }, happenings: [] }
  const start_at = '2027-01-01T00:00:00.000Z'
  const segment = newId()
  const every = { weekdays: [1], week: 'first', time: '10:00' } as const
  const sent = (rule: object, more: object = {}): WorkflowDefinition =>
    ({ ...comesBack, trigger: { broadcast: { segment, ...rule }, ...more } }) as WorkflowDefinition
  const when = { field: 'guest.segments', operator: 'contains', value: segment }
  const monday = await simulate({ ...next, start_at }, sent({ every }, { when }))
  expect(monday.verdict).toMatchObject({
    entered: true,
    sentence: `The broadcast goes to the segment "${segment}".`,
  })
  expect(monday.steps[0]?.started_at.slice(0, 10)).toBe('2027-01-04')
  expect((await simulate({ ...next, start_at }, sent({}))).steps[0]?.started_at).toBe(start_at)
  const past = await simulate({ ...next, start_at }, sent({ once: { date: '2026-12-24', time: '10:00' } }))
  expect(past.verdict.sentence).toBe('The workflow does not start for the guest: its time has passed.')
  const mail: WorkflowDefinition = {
    ...sent({}),
    start: 'mail',
    nodes: [
      { id: 'mail', type: 'send_email', subject: 'S', html: 'H', next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
  const refusing = { invented: { ...ada, email_consent: false } }
  expect((await simulate({ ...next, start_at, guest: refusing }, mail)).verdict).toMatchObject({
    entered: false,
    reason: 'no_consent',
  })
})

test('who does not enter learns why', async () => {
  const reasons = async (event: object) => (await simulate({ event: { written: event } })).verdict
  expect(await reasons({ source: 'web' })).toMatchObject({
    sentence:
      'The workflow does not take the event: it listens to events from "till", and this is one of events from "web".',
  })
  expect(await reasons({ ...visit, serials: ['B'] })).toMatchObject({ reason: 'venue_paused' })
  const forTwo = { ...comesBack, trigger: { ...comesBack.trigger, venues: ['A'] } }
  const elsewhere = await simulate({ event: { written: { ...visit, serials: [] } } }, forTwo)
  expect(elsewhere).toMatchObject({
    verdict: {
      sentence:
        'The workflow does not take the event: it is for The Anchor, and the event is about no venue.',
    },
    run: null,
    steps: [],
  })
  const pushed = await simulate({ event: null }, forTwo)
  expect(pushed.verdict).toMatchObject({ entered: true })
  expect(pushed.steps[0]).toMatchObject({ node_id: 'thank' })
})

test('a known guest comes with their history, and an event that is stored with what it said', async () => {
  const [guestId] = (await ground.guests(1)) as [string]
  const [eventId] = (await ground.events([guestId], { spend: 70 })) as [string]
  const result = await simulate({ guest: { known: guestId }, event: { stored: eventId } })
  expect(result.verdict).toMatchObject({ entered: false, reason: 're_entry_limited' })
  const nobody = '0192c8a0-0000-7000-8000-000000000000'
  await expect(simulate({ guest: { known: nobody } })).rejects.toThrow(`There is no guest ${nobody}.`)
  await expect(simulate({ event: { stored: nobody } })).rejects.toThrow(`There is no event ${nobody}.`)
})

test('a simulation that is kept is run on every document to be published, and says what is different', async () => {
  const { organisationId, engine } = ground
  const workflow = { id: workflowId, name: 'Test', definition: comesBack }
  const { engineSql } = ground.database
  const keep = async (name: string, kept: KeptScript) => {
    const save = { organisationId, workflow, name, script: kept, actor: 'ada' }
    const expected = await expectationNow(engineSql, engine, save)
    return ground.within(tx => saveSimulation(tx, save, expected))
  }
  const run = (definition: WorkflowDefinition) =>
    runSimulations(engineSql, engine, organisationId, workflowId, definition)

  const lost = await keep('Nobody comes back', script({ happenings: [{ advance: 'end' }] }))
  await keep('Comes back', script({ happenings: [{ event: { source: 'till' } }] }))
  await keep('Spends little', script({ event: { written: { source: 'till', parameters: { spend: 1 } } } }))
  expect(lost.expected).toEqual({
    entered: true,
    path: ['thank', 'back', 'lost'],
    status: 'completed',
    outcome: 'failure',
    messages: [{ node_id: 'thank', channel: 'email', subject: 'Thank you, Ada' }],
    points: 0,
  })
  expect(await run(comesBack)).toEqual([])
  expect(await run(gives(10))).toEqual([
    {
      name: 'Nobody comes back',
      problem:
        'The path was to be thank → back → lost, and is give → end. ' +
        'The run was to be completed with failure, and is completed with success. ' +
        'What is sent was to be email from thank ("Thank you, Ada"), and is nothing. ' +
        'The sum of points was to be 0, and is 10.',
    },
    expect.objectContaining({ name: 'Comes back' }),
    { name: 'Spends little', problem: 'The guest was to be kept out, and enters.' },
  ])
  const real = { ...script(), guest: { known: '0192c8a0-0000-7000-8000-000000000000' } } as never
  await expect(keep('Real', real)).rejects.toThrow('needs a guest and an event that are made up')
  const all = await ground.within(tx => listSimulations(tx, organisationId, workflowId))
  expect(all.map(({ name }) => name)).toEqual(['Nobody comes back', 'Comes back', 'Spends little'])
  await ground.within(tx => deleteSimulation(tx, organisationId, workflowId, lost.id))
  expect((await run(gives(10))).map(({ name }) => name)).toEqual(['Comes back', 'Spends little'])
})

const asksForVisits = (visits: number): WorkflowDefinition => ({
  trigger: {
    source: 'till',
    when: { field: 'guest.facts.visits', operator: 'equals', value: visits },
  },
  start: 'pause',
  nodes: [
    { id: 'pause', type: 'wait', until: { after: { amount: 60, unit: 'days' } }, next: 'absent' },
    {
      id: 'absent',
      type: 'branch',
      cases: [
        {
          when: { field: 'guest.facts.days_since_last_visit', operator: 'at_least', value: 60 },
          next: 'win',
        },
      ],
      else: 'done',
    },
    {
      id: 'win',
      type: 'send_email',
      subject: 'After {{ guest.facts.visits }} visits and {{ guest.facts.spend }}',
      html: '<p>Come back</p>',
      next: 'done',
    },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
})

test('visits count from the ledger and from what happens in the script, and absence is a matter of the clock', async () => {
  await ground.within(tx =>
    setMeaning(tx, ground.organisationId, 'till', { kind: 'visit', amount: 'spend' }, 'ada'),
  )
  const bill = { event: { source: 'till', serials: ['A'], parameters: { spend: 4.5 } } }
  const second = asksForVisits(2)
  const once = await simulate({}, second)
  expect(once.verdict).toMatchObject({
    reason: 'condition_failed',
    conditions: [{ field: 'guest.facts.visits', expected: 2, found: 1, holds: false }],
  })
  const twice = await simulate(
    { happenings: [bill, { advance: { by: { amount: 60, unit: 'days' } } }] },
    second,
  )
  expect(twice.heard[0]).toMatchObject({ did: 'started', starts: { entered: true } })
  expect(twice.messages).toMatchObject([{ content: { subject: 'After 2 visits and 64.5' } }])
  const seen = [bill, { advance: { by: { amount: 20, unit: 'days' } } }, bill, { advance: 'end' }] as const
  expect((await simulate({ happenings: [...seen] }, second)).messages).toEqual([])

  const [guestId] = (await ground.guests(1)) as [string]
  const [, stored] = (await ground.events([guestId, guestId], { spend: 30 })) as [string, string]
  const known = { guest: { known: guestId }, start_at: new Date(Date.now() + 60_000).toISOString() }
  // It comes now instead of then: it is not a third visit.
  expect((await simulate({ ...known, event: { stored } }, second)).verdict.entered).toBe(true)
  expect((await simulate({ ...known }, asksForVisits(3))).verdict.entered).toBe(true)
  // Before their visits they had none.
  const before = { ...known, start_at: '2026-01-01T00:00:00.000Z' }
  expect((await simulate(before, asksForVisits(1))).verdict.entered).toBe(true)
})

test('a click that a script has wakes a run that waits for it, also one from before', async () => {
  const definition: WorkflowDefinition = {
    trigger: { source: 'till' },
    start: 'invite',
    nodes: [
      { id: 'invite', type: 'send_email', subject: 'Come', html: '<p>Come</p>', next: 'pause' },
      { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'days' } }, next: 'clicked' },
      {
        id: 'clicked',
        type: 'wait_for_click',
        email: 'invite',
        url: 'https://example.com/book',
        next: 'done',
        timeout: { after: { amount: 3, unit: 'days' }, next: 'lost' },
      },
      { id: 'done', type: 'end', outcome: 'success' },
      { id: 'lost', type: 'end', outcome: 'failure' },
    ],
  }
  const happens = async (...happenings: Happening[]) =>
    (await simulate({ happenings }, definition)).run?.outcome
  const later: Happening = { advance: { by: { amount: 2, unit: 'days' } } }
  const book = 'https://example.com/book?table=2'
  expect(await happens(later, { click: 'invite' })).toBe('success')
  expect(await happens({ click: 'invite' }, later)).toBe('success')
  expect(await happens({ click: 'invite', url: book }, later)).toBe('success')
  expect(await happens(later, { click: 'invite', url: 'https://example.com/' }, { advance: 'end' })).toBe(
    'failure',
  )
})
