import type { NodeOf } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { openStaples, reachableGuest, type Staples } from './staples.ts'

/**
 * A complaint makes a task at the right venue; not done after four hours, it goes to the area manager; when it is done,
 * the guest gets an apology with the manager's name.
 */
const apology = (id: string, name: string): NodeOf<'send_sms'> => ({
  id,
  type: 'send_sms',
  body: `Sorry, {{ guest.name }}. {{ ${name} }}`,
  next: 'done',
})
const recovery: WorkflowDefinition = {
  trigger: { source: 'complaint' },
  start: 'call',
  nodes: [
    { id: 'call', type: 'create_task', title: 'Call {{ guest.name }}', assignee: 'Manager', next: 'called' },
    {
      id: 'called',
      type: 'wait_for_task',
      tasks: ['call'],
      next: 'sorry',
      timeout: { after: { amount: 4, unit: 'hours' }, next: 'escalate' },
    },
    {
      id: 'escalate',
      type: 'create_task',
      title: 'Nobody called {{ guest.name }}',
      assignee: 'Area manager',
      next: 'escalated',
    },
    {
      id: 'escalated',
      type: 'wait_for_task',
      tasks: ['escalate', 'call'],
      next: 'sorry-late',
      timeout: { after: { amount: 2, unit: 'days' }, next: 'lost' },
    },
    apology('sorry', 'tasks.call.done_by'),
    apology('sorry-late', 'tasks.escalate.done_by | default: tasks.call.done_by'),
    { id: 'done', type: 'end', outcome: 'success' },
    { id: 'lost', type: 'end', outcome: 'failure', reason: 'Nobody did it' },
  ],
}

let staples: Staples
let workflow_id: string
beforeAll(async () => {
  staples = await openStaples()
  await staples.organisation.venue('KEW')
  workflow_id = await staples.publish('Service recovery', recovery)
  await staples.query(`UPDATE members SET name = 'Grace Harper'`, [])
})
afterAll(() => staples.stop())

async function complain() {
  const guest = await staples.guest(reachableGuest)
  const receipt = await staples.send(guest, 'complaint', {}, ['KEW'])
  const run = { id: receipt.workflow_runs[0]?.id as string, workflow_id }
  return { guest, ...run, settled: await staples.settled(run) }
}

interface Listed {
  id: string
  title: string
  assignee: string | null
  serial: string | null
}

const tasksOf = async (guest: string) =>
  (await staples.editor.get<{ data: Listed[] }>(`/tasks?status=open&guest_id=${guest}`)).body.data

async function finish(task: Listed | undefined) {
  const answer = await staples.editor.patch(`/tasks/${task?.id}`, { status: 'done' })
  expect(answer.status, answer.text).toBe(200)
}

test('a task at the venue that is done in time brings the apology, with the name of who did it', async () => {
  const run = await complain()
  expect(run.settled).toMatchObject({ status: 'waiting', waiting_for: { type: 'task' } })
  const [task, ...others] = await tasksOf(run.guest)
  expect(others).toEqual([])
  expect(task).toMatchObject({ title: 'Call Ada', assignee: 'Manager', serial: 'KEW' })
  await finish(task)
  await staples.settled(run)
  expect(await staples.readRun(run)).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(await staples.texts(run.guest)).toEqual(['Sorry, Ada. Grace Harper\nReply STOP to opt out'])
  const timeline = await staples.editor.get<{ data: { sentence: string }[] }>(`/guests/${run.guest}/timeline`)
  expect(timeline.body.data.map(({ sentence }) => sentence)).toContain('The task was done by Grace Harper.')
})

test('not done after four hours it goes to the area manager, and after two days it is lost', async () => {
  const run = await complain()
  expect(await staples.turn(run)).toMatchObject({ status: 'waiting', current_node_id: 'escalated' })
  const tasks = await tasksOf(run.guest)
  expect(tasks.map(({ assignee }) => assignee).toSorted()).toEqual(['Area manager', 'Manager'])
  await finish(tasks.find(({ assignee }) => assignee === 'Area manager'))
  await staples.settled(run)
  expect(await staples.texts(run.guest)).toEqual(['Sorry, Ada. Grace Harper\nReply STOP to opt out'])

  const lost = await complain()
  await staples.turn(lost)
  expect(await staples.turn(lost)).toMatchObject({ status: 'completed', outcome: 'failure' })
  // Too late for the run, and still a task that someone has done.
  await finish((await tasksOf(lost.guest))[0])
  expect(await staples.texts(lost.guest)).toEqual([])
})

test('a task that was done before the run came to wait for it counts', async () => {
  const run = await complain()
  const [call] = await tasksOf(run.guest)
  await staples.editor.post(`/workflows/${workflow_id}/status`, { status: 'paused', inside: 'hold' })
  // Woken by the time while its workflow is paused, it is held; meanwhile the manager calls.
  await staples.query('UPDATE runs SET resumes_at = now() WHERE id = $1', [run.id])
  await expect
    .poll(
      async () =>
        (await staples.query<{ status: string }>('SELECT status FROM runs WHERE id = $1', [run.id]))[0],
      { timeout: PATIENCE_MS },
    )
    .toEqual({ status: 'paused' })
  await finish(call)
  await staples.editor.post(`/workflows/${workflow_id}/status`, { status: 'active' })
  await expect
    .poll(() => staples.readRun(run), { timeout: PATIENCE_MS })
    .toMatchObject({ status: 'completed', outcome: 'success' })
  const [step] = await staples.query<{ detail: { task: string } }>(
    `SELECT detail FROM every_step WHERE run_id = $1 AND node_id = 'escalated'`,
    [run.id],
  )
  expect(step?.detail.task).toBe('call')
  expect(await staples.texts(run.guest)).toEqual(['Sorry, Ada. Grace Harper\nReply STOP to opt out'])
})

test('a document that waits for a task that no step before it creates cannot be published', async () => {
  const nodes = recovery.nodes.map(node =>
    node.id === 'called' && node.type === 'wait_for_task' ? { ...node, tasks: ['escalate'] } : node,
  )
  const { published } = await staples.build('Wrong', { ...recovery, trigger: { source: 'other' }, nodes })
  expect(published.status).toBe(409)
  expect(published.text).toContain('No create_task node \\"escalate\\" comes before this one.')
})
