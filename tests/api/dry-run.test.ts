import type { EventAnswer } from '@millrace/contract/event'
import type { RunAnswer } from '@millrace/contract/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { readTableContents } from '../support/table-contents.ts'
import { endsAtOnce, spentAtLeast } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string
let workflow: string

beforeAll(async () => {
  // Without a worker, nothing but requests changes anything.
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  workflow = await organisation.workflow(
    endsAtOnce({ source: 'till', re_entry: { within: { amount: 1, unit: 'days' }, per: 'guest' } }),
  )
  await organisation.workflow(endsAtOnce({ source: 'picky', when: spentAtLeast(50) }))
})
afterAll(() => millrace.stop())

const events = '/v1/workflows/incoming-event'
const runs = () => `/v1/workflows/${workflow}/workflow-runs`
const post = <Body>(path: string, json: unknown, dryRun: string, headers = {}) =>
  request<Body>(`${millrace.url}${path}?dry_run=${dryRun}`, { token, json, headers })

/** Ids and times are new each time; everything else is to be the same. */
const comparable = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')

const everyAnswer: [string, () => [path: string, body: unknown]][] = [
  ['an event that starts a run', () => [events, event({ source: 'till' })]],
  ['an event that is skipped', () => [events, event({ source: 'picky', spend: 1 })]],
  ['an event that nobody takes', () => [events, event({ source: 'nobody' })]],
  ['an event for nobody', () => [events, { organisation_registration_id: newId() }]],
  ['an event with faults', () => [events, { serials: [''] }]],
  ['a run', () => [runs(), { org_reg_id: guest }]],
  ['a run for nobody', () => [runs(), { org_reg_id: newId() }]],
  ['a run with faults', () => [runs(), {}]],
  ['a run of no workflow', () => ['/v1/workflows/x/workflow-runs', { org_reg_id: guest }]],
]
const event = (parameters: object) => ({ organisation_registration_id: guest, parameters })

const said = 'Dry run: nothing was stored. The real request would answer: '

test.each(everyAnswer)('%s: the dry run answers the same and stores nothing', async (_what, make) => {
  const [path, body] = make()
  const before = await readTableContents(millrace.database.engine)
  const dry = await post(path, body, 'true', { 'idempotency-key': newId() })
  const again = await post(path, body, 'true')
  expect(await readTableContents(millrace.database.engine)).toEqual(before)
  const real = await post(path, body, 'false')
  for (const answer of [dry, again]) {
    expect(answer.status).toBe(real.status)
    const expected = real.status < 300 ? real.text.replace('"message":"', `"message":"${said}`) : real.text
    expect(comparable(answer.text)).toBe(comparable(expected))
    expect(answer.headers.get('location')).toBeNull()
  }
  // The control: had anything been stored, the comparison would have shown it.
  if (real.status < 300) {
    expect(await readTableContents(millrace.database.engine)).not.toEqual(before)
  }
})

test('a dry run does not use up the re-entry limit', async () => {
  const organisation_registration_id = await organisation.guest()
  const json = { organisation_registration_id, parameters: { source: 'till' } }
  const send = async (dryRun: string) => (await post<EventAnswer>(events, json, dryRun)).body.event.status
  expect([await send('true'), await send('true'), await send('false'), await send('true')]).toEqual([
    'routed',
    'routed',
    'routed',
    'unrouted',
  ])
})

test('what a dry run answers with cannot be read afterwards', async () => {
  const { body } = await post<EventAnswer>(events, event({ source: 'nobody' }), 'true')
  const receipt = await request(`${millrace.url}${events}/${body.event.id}`, { token })
  expect(receipt.status).toBe(404)
  const run = await post<RunAnswer>(runs(), { org_reg_id: guest }, 'true')
  const address = `${millrace.url}${runs()}/${run.body.workflow_run.id}`
  expect((await request(address, { token })).status).toBe(404)
})

test('a dry run does not use up its Idempotency-Key', async () => {
  for (const [path, body] of [
    [events, event({ source: 'nobody' })],
    [runs(), { org_reg_id: guest }],
  ] as const) {
    const headers = { 'idempotency-key': newId() }
    await post(path, body, 'true', headers)
    const real = await post(path, body, 'false', headers)
    expect(real.headers.get('idempotent-replayed')).toBeNull()
    expect((await post(path, body, 'false', headers)).headers.get('idempotent-replayed')).toBe('true')
  }
})

test.each(['', 'yes', 'TRUE', '1', 'true&dry_run=true'])('dry_run=%s is refused', async value => {
  for (const [path, body] of [
    [events, event({})],
    [runs(), { org_reg_id: guest }],
  ] as const) {
    const answer = await post<{ errors: object }>(path, body, value)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['dry_run']])
  }
})
