import type { Segment } from '@millrace/contract/segment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { friday } from '../../server/src/dashboard/templates/friday.ts'
import { regulars } from '../../server/src/dashboard/templates/segments.ts'
import { subjectLines } from '../../server/src/dashboard/templates/subject-lines.ts'
import { eventually, request } from '../support/millrace.ts'
import { end, mail, workflow } from './nodes.ts'
import { openStaples, type Staples } from './staples.ts'

/** The templates that go to all regulars, sent by the real worker. */
const EACH = 40
let staples: Staples
let segment: string
let token: string
const leeds: string[] = []
const york: string[] = []
let passing: string
let numbered = 0

beforeAll(async () => {
  staples = await openStaples()
  token = await staples.organisation.token()
  await staples.query(
    `UPDATE organisations SET settings = settings || '{"time_zone": "UTC"}', settings_revision = settings_revision + 1`,
    [],
  )
  for (const serial of ['LEEDS', 'YORK']) await staples.organisation.venue(serial)
  await staples.query(`UPDATE venues SET time_zone = 'UTC'`, [])
  await staples.editor.ask('PUT', '/sources/meaning', {
    json: { source: 'visits', meaning: { kind: 'visit' } },
  })
  for (let n = 0; n < EACH; n += 1) leeds.push(await regular('LEEDS'))
  for (let n = 0; n < 3; n += 1) york.push(await regular('YORK'))
  passing = await guestWithVisits('LEEDS', 2)
  const made = await staples.editor.post<{ segment: Segment }>('/segments', regulars)
  segment = made.body.segment.id
  const counted = await eventually(
    async () => (await staples.editor.get<{ segment: Segment }>(`/segments/${segment}`)).body.segment,
    ({ is_counting }) => !is_counting,
  )
  expect(counted.members).toBe(EACH + 3)
})
afterAll(() => staples.stop())

const regular = (serial: string) => guestWithVisits(serial, 3)
async function guestWithVisits(serial: string, visits: number): Promise<string> {
  numbered += 1
  const guest = await staples.guest({ name: 'Ada', email: `ada${numbered}@example.com`, email_consent: true })
  const answer = await request(`${staples.millrace.url}/v1/events`, {
    token,
    json: Array.from({ length: visits }, (_, n) => ({
      organisation_registration_id: guest,
      serials: [serial],
      parameters: { source: 'visits' },
      occurred_at: new Date(Date.now() - (n + 1) * 86_400_000).toISOString(),
      history: true,
    })),
  })
  expect(answer.status, answer.text).toBe(200)
  return guest
}

const runsOf = (workflowId: string) =>
  staples.query<{ id: string; guest_id: string; outcome_reason: string | null; status: string }>(
    'SELECT id, guest_id, outcome_reason, status FROM runs WHERE workflow_id = $1',
    [workflowId],
  )
/** When its broadcast is over, and every run waits or has ended. */
const sent = (workflowId: string, many: number) =>
  eventually(
    async () => ({
      runs: await runsOf(workflowId),
      broadcasts: await staples.query<{ state: string; considered: number; started: number }>(
        'SELECT state, considered, started FROM broadcasts WHERE workflow_id = $1',
        [workflowId],
      ),
    }),
    ({ runs, broadcasts }) =>
      broadcasts[0]?.state === 'done' &&
      runs.length === many &&
      runs.every(({ status }) => !['queued', 'running'].includes(status)),
  )

test('Friday: the regulars of Leeds at their time, once, but not who had a message in three days, and a tenth is held out', async () => {
  await staples.query(
    'UPDATE organisations SET settings = settings || $1, settings_revision = settings_revision + 1',
    [JSON.stringify({ caps: [{ channel: 'email', most: 1, within: { amount: 3, unit: 'days' } }] })],
  )
  await staples.publish('Earlier', workflow('earlier', [mail('letter'), end]))
  const [lately = '', ...others] = leeds
  const { workflow_runs } = await staples.send(lately, 'earlier')
  await staples.settled(workflow_runs[0] as { id: string; workflow_id: string })

  // Its time was a minute ago, today.
  const due = new Date(Date.now() - 60_000)
  const id = await staples.publish('Friday', {
    ...friday.definition,
    trigger: {
      broadcast: {
        segment,
        every: { weekdays: [due.getUTCDay() || 7], time: due.toISOString().slice(11, 16) },
        clock: 'venue',
      },
      venues: ['LEEDS'],
    },
  })
  expect(await runsOf(id)).toEqual([])
  await staples.query(
    `UPDATE schedules SET since = now() - interval '5 minutes', progress = '{}', due_at = now() WHERE workflow_id = $1`,
    [id],
  )
  const { runs, broadcasts } = await sent(id, EACH)
  expect(broadcasts).toEqual([{ state: 'done', considered: EACH + 3, started: EACH }])
  expect(new Set(runs.map(({ guest_id }) => guest_id))).toEqual(new Set(leeds))
  const held = new Set(
    runs.filter(({ outcome_reason }) => outcome_reason === 'Held out').map(({ guest_id }) => guest_id),
  )
  expect(held.size).toBeLessThan(EACH / 2)
  for (const guest of others)
    expect(await staples.texts(guest)).toEqual(held.has(guest) ? [] : ['This weekend, Ada'])
  expect(await staples.texts(lately)).toHaveLength(1)
  for (const guest of [passing, ...york]) expect(await staples.texts(guest)).toEqual([])
  const activity = await staples.editor.get<{ data: { sentence: string }[] }>(`/guests/${york[0]}/timeline`)
  expect(activity.body.data.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^Was due for the workflow “Friday”, and did not enter/),
  )
})

test('two subject lines: everyone gets one of them, and the outcome says whether they came within two weeks', async () => {
  await staples.query(
    `UPDATE organisations SET settings = settings || '{"caps": []}', settings_revision = settings_revision + 1`,
    [],
  )
  const id = await staples.publish('Subjects', {
    ...subjectLines.definition,
    trigger: { broadcast: { segment } },
  })
  const answer = await staples.editor.post(`/workflows/${id}/broadcasts`, {})
  expect(answer.status, answer.text).toBe(201)
  const { runs } = await sent(id, EACH + 3)
  const ways = new Map<string, string>()
  for (const { guest_id } of runs) {
    const [text = ''] = (await staples.texts(guest_id)).filter(subject =>
      /^(Our new menu|A table)/.test(subject),
    )
    ways.set(guest_id, text.startsWith('Our new menu') ? 'Subject A' : 'Subject B')
  }
  expect(new Set(ways.values())).toEqual(new Set(['Subject A', 'Subject B']))
  const [came, stayed] = runs as [(typeof runs)[0], (typeof runs)[0]]
  await staples.send(came.guest_id, 'visits')
  await staples.turn({ id: stayed.id, workflow_id: id })
  for (const [run, what] of [
    [came, 'came within two weeks'],
    [stayed, 'did not come'],
  ] as const)
    expect(
      await eventually(
        () => staples.readRun({ id: run.id, workflow_id: id }),
        ({ outcome }) => outcome !== null,
      ),
    ).toMatchObject({ outcome_reason: `${ways.get(run.guest_id)}: ${what}` })
})
