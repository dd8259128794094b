import type { Exit } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listWorkflows } from '../../server/src/dashboard/workflows/list-workflows.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { updateGuest } from '../../server/src/guests/update-guest.ts'
import { guestChanged } from '../../server/src/runs/commands/guest-changed.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, mail, reachable, wait, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
  await stage.settings({
    email: {
      from_name: 'Rialto',
      from_address: 'hello@rialto.example',
      smtp: { host: 'mail.example.com', port: 25, security: 'none' },
    },
  })
})
afterAll(() => stage.close())

const exits: Exit[] = [
  { on: 'event', source: 'purchase' },
  { on: 'guest', when: { field: 'guest.tags', operator: 'contains', value: 'left' } },
]

interface Sending {
  readonly workflowId: string
  readonly runId: string
  readonly guestId: string
}

let sources = 0
let sending: Sending
/** A run that waits for its e-mail to be sent. */
beforeEach(async () => {
  const source = `endings ${sources++}`
  const workflowId = await stage.publish(workflow(source, [mail('write'), end], { exits }))
  const guestId = await stage.guest(reachable)
  const [runId] = (await stage.event(guestId, { source })) as [string]
  await stage.work()
  sending = { workflowId, runId, guestId }
})

const erase = (guestId: string) =>
  stage.write(tx => eraseGuest(tx, stage.organisationId, guestId, 'ada@example.com'))
const change = (guestId: string, changed: Parameters<typeof updateGuest>[3]) =>
  stage.write(tx =>
    updateGuest(
      tx,
      stage.organisationId,
      guestId,
      changed,
      { how: 'member', actor: 'ada@example.com' },
      guestChanged(stage, stage.organisationId),
    ),
  )

const endings: [string, (sending: Sending) => Promise<unknown>][] = [
  ['a person cancels the run', ({ workflowId, runId }) => stage.cancel(workflowId, runId)],
  ['an event ends the run', ({ guestId }) => stage.event(guestId, { source: 'purchase' })],
  ['a change of the guest ends the run', ({ guestId }) => change(guestId, { tags: ['left'] })],
  [
    'the workflow is paused and its guests end',
    async ({ workflowId }) => {
      await stage.status(workflowId, { status: 'paused', inside: 'end' })
      await stage.end()
    },
  ],
  ['the guest takes back their consent', ({ guestId }) => change(guestId, { email_consent: false })],
  ['the guest is deleted', ({ guestId }) => erase(guestId)],
]

test.for(endings)('a message that is cancelled because %s has no next attempt', async ([, ends]) => {
  const { runId } = sending
  const message = () =>
    stage.query('SELECT status, due_at, settled_at FROM messages WHERE run_id = $1', [runId])
  expect(await message()).toEqual([{ status: 'pending', due_at: expect.any(Date), settled_at: null }])
  await ends(sending)
  expect(await message()).toEqual([{ status: 'cancelled', due_at: null, settled_at: expect.any(Date) }])
})

test('a guest who is deleted while their workflow is paused no longer counts as inside', async () => {
  const source = 'endings held'
  const workflowId = await stage.publish(workflow(source, [wait('pause'), end]))
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source })) as [string]
  await stage.status(workflowId, { status: 'paused' })
  await stage.work()
  const inside = async () => {
    const listed = await stage.asTenant(tx =>
      listWorkflows(tx, stage.organisationId, { limit: 100, sight: null }),
    )
    return listed.find(({ id }) => id === workflowId)?.guests_inside
  }
  expect((await stage.run(runId)).status).toBe('paused')
  expect(await inside()).toBe(1)
  await erase(guestId)
  expect((await stage.run(runId)).status).toBe('cancelled')
  expect(await inside()).toBe(0)
})
