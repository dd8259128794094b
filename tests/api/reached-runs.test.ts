import type { EventAnswer } from '@millrace/contract/event'
import type { RunAnswer } from '@millrace/contract/run'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
})
afterAll(() => millrace.stop())

const address = () => `${millrace.url}/v1/workflows/incoming-event`
const send = async (guest: string, parameters: object, query = '') => {
  const answer = await request<EventAnswer>(address() + query, {
    token,
    json: { organisation_registration_id: guest, parameters },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const waitsForReturn: WorkflowDefinition = {
  trigger: { source: 'visit' },
  exits: [{ on: 'event', source: 'complaint' }],
  start: 'back',
  nodes: [
    {
      id: 'back',
      type: 'wait_for_event',
      events: [
        {
          source: 'return',
          when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
          next: 'end',
        },
      ],
      timeout: { after: { amount: 3, unit: 'days' }, next: 'end' },
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

test('a receipt names the runs that the event woke and ended, and why it did not wake one that waits', async () => {
  const workflow_id = await organisation.workflow(waitsForReturn)
  const waiting = async () => {
    const guest = await organisation.guest()
    const { event } = await send(guest, { source: 'visit' })
    const id = event.workflow_runs[0]?.id as string
    const at = `${millrace.url}/v1/workflows/${workflow_id}/workflow-runs/${id}`
    await eventually(
      async () => (await request<RunAnswer>(at, { token })).body.workflow_run.status,
      status => status === 'waiting',
    )
    return { guest, reached: [{ id, workflow_id }] }
  }

  const first = await waiting()
  const tooSmall = await send(first.guest, { source: 'return', spend: 20 })
  expect(tooSmall.message).toBe('Event stored; no workflow took it, and skipped says why.')
  expect(tooSmall.event).toMatchObject({ status: 'unrouted', woke: [], ended: [] })
  expect(tooSmall.event.skipped).toEqual([
    {
      workflow_id,
      reason: 'wait_condition_failed',
      detail: {
        run_id: first.reached[0]?.id,
        node_id: 'back',
        conditions: [
          { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 20, holds: false },
        ],
      },
    },
  ])

  const tried = await send(first.guest, { source: 'return', spend: 60 }, '?dry_run=true')
  expect(tried.event.woke).toEqual(first.reached)
  const woke = await send(first.guest, { source: 'return', spend: 60 })
  expect(woke.message).toBe('Event accepted; it woke 1 run.')
  expect(woke.event).toMatchObject({
    status: 'routed',
    workflow_runs: [],
    woke: first.reached,
    ended: [],
    skipped: [],
  })
  const again = await request<EventAnswer>(`${address()}/${woke.event.id}`, { token })
  expect(again.body).toEqual(woke)
  // It waits no longer, so the same event is heard by nobody.
  const late = await send(first.guest, { source: 'return', spend: 60 })
  expect(late.event).toMatchObject({ status: 'unrouted', woke: [], skipped: [] })
  expect(late.message).toBe('Event stored; no active workflow listens to the source "return".')

  const second = await waiting()
  const ended = await send(second.guest, { source: 'complaint' })
  expect(ended.message).toBe('Event accepted; it ended 1 run.')
  expect(ended.event).toMatchObject({ status: 'routed', woke: [], ended: second.reached })
})
