import type { WorkflowRun } from '@millrace/contract/run'
import type { SimulationResult } from '@millrace/contract/simulation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { birthday } from '../../server/src/dashboard/templates/birthday.ts'
import { winBack } from '../../server/src/dashboard/templates/win-back.ts'
import { eventually, request } from '../support/millrace.ts'
import { openStaples, type Staples } from './staples.ts'

/** The templates, started by the real worker: what the clock has to reach is moved into the past. */
let staples: Staples
beforeAll(async () => {
  staples = await openStaples()
  await staples.query(
    `UPDATE organisations SET settings = settings || '{"time_zone": "UTC"}', settings_revision = settings_revision + 1`,
    [],
  )
  await staples.editor.ask('PUT', '/sources/meaning', {
    json: { source: 'visits', meaning: { kind: 'visit' } },
  })
})
afterAll(() => staples.stop())

const reachable = { name: 'Ada', email: 'ada@example.com', email_consent: true }
/** The moment of today has always passed, by the clock of the organisation. */
const daily = { time: '00:00', if_late: 'start' } as const
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** As if the workflow had been published two days ago, and its moment of today were now. */
async function comeDue(workflowId: string): Promise<void> {
  await staples.query(
    `UPDATE schedules SET since = now() - interval '2 days', progress = '{}', due_at = now() WHERE workflow_id = $1`,
    [workflowId],
  )
}

async function runOf(workflowId: string, guest: string): Promise<WorkflowRun> {
  const [run] = await eventually(
    () =>
      staples.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1 AND guest_id = $2', [
        workflowId,
        guest,
      ]),
    rows => rows.length > 0,
  )
  return staples.settled({ id: run?.id as string, workflow_id: workflowId })
}

test('a birthday a week ahead gets the voucher once, and who comes within thirty days has used it', async () => {
  const definition = {
    ...birthday.definition,
    trigger: { date: { attribute: 'birthday', repeats: 'yearly', days_before: 7, ...daily } },
  } as const
  const id = await staples.publish('Birthday', definition)
  const date = `1990${inDays(7).toISOString().slice(4, 10)}`
  const guest = await staples.guest({ ...reachable, attributes: { birthday: date } })
  const other = await staples.guest({
    ...reachable,
    attributes: { birthday: `1990${inDays(100).toISOString().slice(4, 10)}` },
  })
  await comeDue(id)
  const run = await runOf(id, guest)
  expect(run).toMatchObject({ trigger: 'date', event_id: null, bypassed: [], status: 'waiting' })
  expect(await staples.texts(guest)).toEqual(['Your birthday is coming up, Ada'])
  await staples.send(guest, 'visits')
  expect(
    await eventually(
      () => staples.readRun(run),
      ({ outcome }) => outcome !== null,
    ),
  ).toMatchObject({
    outcome: 'success',
    outcome_reason: 'Came for the treat',
  })
  await comeDue(id)
  await eventually(
    () =>
      staples.query<{ day: string }>(
        'SELECT progress FROM schedules WHERE workflow_id = $1 AND progress <> $2',
        [id, '{}'],
      ),
    rows => rows.length > 0,
  )
  expect(await staples.query('SELECT FROM runs WHERE workflow_id = $1', [id])).toHaveLength(1)
  expect(await staples.texts(other)).toEqual([])
  const activity = await staples.editor.get<{ data: { sentence: string }[] }>(`/guests/${guest}/timeline`)
  expect(activity.body.data.map(({ sentence }) => sentence)).toContain(
    'Entered the workflow “Birthday”, by a date.',
  )
})

test('sixty days without a visit get a friendly e-mail, and a visit ends it', async () => {
  const definition = {
    ...winBack.definition,
    trigger: { absence: { days: 60, ...daily } },
  } as const
  const guest = await staples.guest(reachable)
  const answer = await request(`${staples.millrace.url}/v1/events`, {
    token: await staples.organisation.token(),
    json: [
      {
        organisation_registration_id: guest,
        parameters: { source: 'visits' },
        occurred_at: inDays(-61.2).toISOString(),
        history: true,
      },
    ],
  })
  expect(answer.status, answer.text).toBe(200)
  // Another guest came today: the till is not silent.
  await staples.send(await staples.guest(), 'visits')
  const id = await staples.publish('Win back', definition)
  await comeDue(id)
  const run = await runOf(id, guest)
  expect(run).toMatchObject({ trigger: 'absence', status: 'waiting' })
  expect(await staples.texts(guest)).toEqual(['We have kept your table warm'])
  await staples.send(guest, 'visits')
  expect(
    await eventually(
      () => staples.readRun(run),
      ({ outcome }) => outcome !== null,
    ),
  ).toMatchObject({
    outcome: 'exited',
    outcome_reason: 'They came again',
  })
})

test('an absence of a source that nobody declared cannot be published, and the fault names it', async () => {
  const trigger = { absence: { days: 60, time: '11:00', sources: ['visits', 'wifi'] } }
  const { published } = await staples.build('Unheard', { ...winBack.definition, trigger })
  expect(published.status).toBe(409)
  expect(published.text).toContain('trigger.absence.sources.1')
  expect(published.text).toContain('Nothing says what events from \\"wifi\\" mean.')
})

test('who is turned away has the reason in their activity, and the simulator says the same', async () => {
  const definition = {
    ...birthday.definition,
    trigger: {
      date: { attribute: 'anniversary', repeats: 'yearly', ...daily },
      when: { field: 'guest.points', operator: 'at_least', value: 10 },
    },
  } as const
  const id = await staples.publish('Anniversary', definition)
  const date = `2001${new Date().toISOString().slice(4, 10)}`
  const guest = await staples.guest({ ...reachable, attributes: { anniversary: date } })
  await comeDue(id)
  const sentences = await eventually(
    async () => {
      const activity = await staples.editor.get<{ data: { sentence: string }[] }>(`/guests/${guest}/timeline`)
      return activity.body.data.map(({ sentence }) => sentence)
    },
    found => found.some(sentence => sentence.startsWith('Was due')),
  )
  expect(sentences).toContainEqual(
    expect.stringMatching(
      /^Was due for the workflow “Anniversary”, and did not enter: it requires that .*points/,
    ),
  )
  const simulated = await staples.editor.post<SimulationResult>(`/workflows/${id}/simulate`, {
    script: { guest: { known: guest }, event: { occasion: 'next' } },
  })
  expect(simulated.status, simulated.text).toBe(200)
  expect(simulated.body).toMatchObject({ verdict: { entered: false, reason: 'condition_failed' }, run: null })
  expect(simulated.body.now.slice(5, 16)).toBe(`${date.slice(5)}T00:00`)
})
