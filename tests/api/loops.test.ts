import type { EventAnswer } from '@millrace/contract/event'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { MOST_STARTS_A_MINUTE } from '../../server/src/events/loop-guard.ts'
import { MOST_HOPS } from '../../server/src/workflows/facts.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { eventually, request } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
let token: string
/** What the receiver does with each call. */
let onCall: (headers: Record<string, unknown>) => void = () => {}
let receiver: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  receiver = await httpReceiver((response, { headers }) => {
    onCall(headers)
    response.end()
  })
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [receiver.port] },
  })
  token = await ground.organisation.token()
})
afterAll(async () => {
  onCall = () => {}
  await ground.millrace.stop()
  await receiver.close()
})

const calling = (source: string): WorkflowDefinition => ({
  trigger: { source },
  start: 'call',
  nodes: [
    { id: 'call', type: 'call_webhook', url: receiver.url, method: 'POST', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})
const send = (guest: string, source: string, headers: Record<string, string> = {}) =>
  request<EventAnswer>(`${ground.millrace.url}/v1/workflows/incoming-event`, {
    token,
    headers,
    json: { organisation_registration_id: guest, parameters: { source } },
  })
const runsOf = async (workflow: string) => {
  const { rows } = await ground.millrace.database.engine.query<{ runs: number }>(
    'SELECT count(*) AS runs FROM runs WHERE workflow_id = $1',
    [workflow],
  )
  return rows[0]?.runs ?? 0
}
const alerts = async () => {
  const { body } = await ground.owner.get<{ attention: { kind: string; workflow_id: string }[] }>('/home')
  return body.attention.filter(({ kind }) => kind === 'loop_suspected').map(({ workflow_id }) => workflow_id)
}

test('a webhook that posts its own event ends after a few hops, and Home says so', async () => {
  const source = newId()
  const workflow = await ground.organisation.workflow(calling(source), 'Endless')
  const guest = await ground.organisation.guest()
  onCall = headers =>
    void send(guest, source, { 'millrace-hops': String(headers['millrace-hops']) }).catch(() => {})
  await send(guest, source)
  await eventually(alerts, found => found.includes(workflow))
  expect(await runsOf(workflow)).toBe(MOST_HOPS)
})

test('a loop through a workflow that another one starts ends after as many hops', async () => {
  const source = newId()
  const calls = await ground.organisation.workflow(calling(newId()), 'Second half')
  const starts = await ground.organisation.workflow(
    {
      trigger: { source },
      start: 'hand',
      nodes: [
        { id: 'hand', type: 'start_workflow', workflow: calls, next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    },
    'First half',
  )
  const guest = await ground.organisation.guest()
  const heard: unknown[] = []
  onCall = headers => {
    heard.push(headers['millrace-hops'])
    void send(guest, source, { 'millrace-hops': String(headers['millrace-hops']) }).catch(() => {})
  }
  await send(guest, source)
  await eventually(alerts, found => found.includes(starts))
  expect(heard).toEqual(Array.from({ length: MOST_HOPS }, (_, at) => String(at + 1)))
})

test('a loop whose middle forgets the hops is stopped for the guest, and for nobody else', async () => {
  const source = newId()
  const workflow = await ground.organisation.workflow(calling(source), 'Forgetful')
  const guest = await ground.organisation.guest()
  onCall = () => {}
  for (let n = 0; n < MOST_STARTS_A_MINUTE; n++)
    expect((await send(guest, source)).body.event.workflow_runs).toHaveLength(1)
  const { body } = await send(guest, source)
  expect(body.event).toMatchObject({
    workflow_runs: [],
    skipped: [{ workflow_id: workflow, reason: 'loop_suspected', detail: { hops: 0 } }],
  })
  expect(await alerts()).toContain(workflow)
  const other = await ground.organisation.guest()
  expect((await send(other, source)).body.event.workflow_runs).toHaveLength(1)
})

test('a workflow that calls nothing cannot trigger itself, and takes as many events as come', async () => {
  const source = newId()
  await ground.organisation.workflow(endsAtOnce({ source }))
  const guest = await ground.organisation.guest()
  const answers = await Promise.all(
    Array.from({ length: MOST_STARTS_A_MINUTE + 5 }, () => send(guest, source)),
  )
  expect(answers.filter(({ body }) => body.event.workflow_runs.length === 1)).toHaveLength(answers.length)
})

test.each(['x', '-1', '1.5', '99999', ''])('the hops %j count as none', async hops => {
  const source = newId()
  await ground.organisation.workflow(endsAtOnce({ source }))
  const { body } = await send(await ground.organisation.guest(), source, { 'millrace-hops': hops })
  expect(body.event.workflow_runs).toHaveLength(1)
})
