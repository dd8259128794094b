import type { Exit } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settle } from '../../server/src/deliveries/settle.ts'
import { exitForGuest } from '../../server/src/runs/waits/exit-changed.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, mail, points, reachable, tag, wait, waitFor, workflow } from './nodes.ts'
import { delivered, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const bought: Exit = { on: 'event', source: 'purchase', label: 'bought' }
const left: Exit = {
  on: 'guest',
  label: 'left',
  when: { field: 'guest.tags', operator: 'contains', value: 'left' },
}
const smtp = {
  email: {
    from_name: 'Rialto',
    from_address: 'hello@rialto.example',
    smtp: { host: 'mail.example.com', port: 25, security: 'none' as const },
  },
}

let sources = 0
/** A run of a separate workflow. */
async function begin(nodes: Parameters<typeof workflow>[1], exits: Exit[], guestId?: string) {
  const source = `exits ${sources++}`
  const workflowId = await stage.publish(workflow(source, nodes, { exits }))
  const guest = guestId ?? (await stage.guest(reachable))
  const [runId] = (await stage.event(guest, { source })) as [string]
  return { workflowId, runId, guestId: guest }
}

async function expectExited(runId: string, reason: string, path: string[]) {
  expect(await stage.run(runId)).toMatchObject({
    status: 'completed',
    outcome: 'exited',
    outcome_reason: reason,
    waiting_for: null,
    resumes_at: null,
  })
  expect(await stage.path(runId)).toEqual(path)
  expect(await stage.query('SELECT FROM watches WHERE run_id = $1', [runId])).toEqual([])
}

test('an event ends a run in the middle of a wait', async () => {
  const { runId, guestId } = await begin([wait('pause', 'late'), points('late'), end], [bought])
  await stage.work()
  await stage.event(guestId, { source: 'purchase' })
  await expectExited(runId, 'bought', ['pause skipped: exited'])
  await stage.pass(runId)
  expect(await stage.wake()).toBe(0)
})

test('an event ends a run that has not taken its first step', async () => {
  const { runId, guestId } = await begin([points('first'), end], [bought])
  await stage.event(guestId, { source: 'purchase' })
  await stage.work()
  await expectExited(runId, 'bought', [])
  expect(await stage.points(guestId)).toBe(0)
})

test('the event that started a run does not end it, and the next one of its kind does', async () => {
  const source = 'both at once'
  await stage.publish(
    workflow(source, [wait('pause'), end], {
      exits: [{ on: 'event', source }],
      trigger: { source, re_entry: { within: null, per: 'guest' } },
    }),
  )
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source })) as [string]
  await stage.work()
  expect(await stage.path(runId)).toEqual(['pause waiting'])
  await stage.event(guestId, { source })
  await expectExited(runId, `an event from ${source}`, ['pause skipped: exited'])
})

test('an event that would wake a run and ends it, ends it', async () => {
  const { runId, guestId } = await begin(
    [waitFor('listen', { purchase: 'thank' }), points('thank'), end],
    [bought],
  )
  await stage.work()
  await stage.event(guestId, { source: 'purchase' })
  await stage.work()
  await expectExited(runId, 'bought', ['listen skipped: exited'])
})

test('only the guest’s own event ends a run, and only where the condition holds', async () => {
  const large: Exit = {
    ...bought,
    when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
  } as Exit
  const { runId, guestId } = await begin([wait('pause'), end], [large])
  await stage.work()
  await stage.event(await stage.guest(), { source: 'purchase', parameters: { spend: 60 } })
  await stage.event(guestId, { source: 'purchase', parameters: { spend: 40 } })
  expect((await stage.run(runId)).status).toBe('waiting')
  await stage.event(guestId, { source: 'purchase', parameters: { spend: 60 } })
  await expectExited(runId, 'bought', ['pause skipped: exited'])
})

test('a change of the guest by another run ends a run that waits, though it listens for no event', async () => {
  const waiting = await begin([wait('pause'), end], [left])
  await stage.work()
  expect((await stage.run(waiting.runId)).status).toBe('waiting')
  await begin([tag('leave', 'left'), end], [], waiting.guestId)
  await stage.work()
  await expectExited(waiting.runId, 'left', ['pause skipped: exited'])
})

test('a change of the guest by a run of the same batch ends a run that has just come to wait', async () => {
  const guestId = await stage.guest()
  const waiting = await begin([wait('pause'), end], [left], guestId)
  // Runs are walked in the order of their ids, which are in order from one millisecond to the next.
  const then = Date.now()
  while (Date.now() === then) await new Promise(setImmediate)
  const changing = await begin([tag('leave', 'left'), end], [], guestId)
  expect(waiting.runId < changing.runId).toBe(true)
  expect(await stage.workOnce()).toBe(2)
  await expectExited(waiting.runId, 'left', ['pause skipped: exited'])
})

test('a change by the run itself ends it before the next step', async () => {
  const { runId, guestId } = await begin([tag('leave', 'left', 'after'), points('after'), end], [left])
  await stage.work()
  await expectExited(runId, 'left', ['leave'])
  expect(await stage.points(guestId)).toBe(0)
})

test('a change from elsewhere ends the runs that it concerns, in its own transaction', async () => {
  const waiting = await begin([wait('pause'), end], [left])
  const other = await begin([wait('pause'), end], [left])
  await stage.work()
  await stage.asTenant(async tx => {
    const { rows } = await tx.query(
      `UPDATE guests SET tags = '{left}' WHERE organisation_id = $1 AND id = $2 RETURNING *`,
      [stage.organisationId, waiting.guestId],
    )
    await exitForGuest(tx, stage, rows[0] as never)
  })
  await expectExited(waiting.runId, 'left', ['pause skipped: exited'])
  expect((await stage.run(other.runId)).status).toBe('waiting')
})

test('a run that ends while its message waits to be sent has it cancelled', async () => {
  await stage.settings(smtp)
  const { runId, guestId } = await begin([mail('write', 'after'), points('after'), end], [bought])
  await stage.work()
  await stage.event(guestId, { source: 'purchase' })
  await expectExited(runId, 'bought', ['write skipped: exited'])
  expect(await stage.claim('email')).toEqual([])
  expect(await stage.query('SELECT status FROM messages WHERE run_id = $1', [runId])).toEqual([
    { status: 'cancelled' },
  ])
  await stage.settings({})
})

test('a message that went out while its run was being ended counts as sent, and the run stays ended', async () => {
  await stage.settings(smtp)
  const { runId, guestId } = await begin([mail('write', 'after'), points('after'), end], [bought])
  await stage.work()
  const [message] = await stage.claim('email')
  await stage.event(guestId, { source: 'purchase' })
  await stage.write(tx => settle(tx, stage.queue, message as never, { outcome: delivered }, 0.5))
  await stage.work()
  await expectExited(runId, 'bought', ['write skipped: exited'])
  expect(await stage.query('SELECT status FROM messages WHERE run_id = $1', [runId])).toEqual([
    { status: 'sent' },
  ])
  await stage.settings({})
})

test('the guest of a failed run who has left meanwhile is not written to when it is tried again', async () => {
  const { runId, guestId } = await begin(
    [
      wait('pause', 'change'),
      {
        id: 'change',
        type: 'update_guest',
        changes: [{ field: 'email', value: '{{ guest.attributes.other }}' }],
        next: 'after',
      },
      points('after'),
      end,
    ],
    [bought],
  )
  await stage.query(`UPDATE guests SET attributes = '{"other": "no address"}' WHERE id = $1`, [guestId])
  await stage.work()
  await stage.pass(runId)
  await stage.wake()
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({ status: 'failed', error: { code: 'unfit_value' } })
  await stage.event(guestId, { source: 'purchase' })
  await stage.retry(runId)
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({ status: 'completed', outcome: 'exited' })
  // The step that failed was not tried again, and is shown as it was.
  expect(await stage.path(runId)).toEqual(['pause', 'change failed'])
  expect(await stage.points(guestId)).toBe(0)
})
