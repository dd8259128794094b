import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { openRuns, rememberingQueue } from '../runs.fixture.ts'
import { wakeDue } from '../waits/wake-due.ts'
import { eraseRuns } from './erase-runs.ts'
import { writeSteps } from './write-steps.ts'

let runs: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase())
})
afterAll(() => runs.close())

/** Three steps at once, one that waits, and two more. */
const waits: WorkflowDefinition = {
  trigger: { source: null },
  start: 'look',
  nodes: [
    {
      id: 'look',
      type: 'branch',
      cases: [{ when: { field: 'event.parameters.word', operator: 'equals', value: 'yes' }, next: 'done' }],
      else: 'give',
    },
    { id: 'give', type: 'award_points', points: 10, reason: 'hello', next: 'mail' },
    { id: 'mail', type: 'send_email', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', next: 'pause' },
    { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'hours' } }, next: 'tag' },
    { id: 'tag', type: 'add_tag', tag: 'visitor', next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
}

const stored = (id: string) =>
  runs.query('SELECT position, node_id, status, together FROM steps WHERE run_id = $1 ORDER BY position', [
    id,
  ])

const shown = async (id: string) =>
  (await runs.steps(id)).map(({ position, node_id, type, status }) => [position, node_id, type, status])

async function begun() {
  const guest = await runs.guest()
  const [job] = await runs.start(await runs.publish(waits), [guest])
  if (job === undefined) throw new Error('no job')
  await runs.advance([job])
  return { guest, id: job.run_id }
}

test('steps that a run takes at once share a row, and one that waits has a separate one', async () => {
  const { id } = await begun()
  expect(await stored(id)).toEqual([
    {
      position: 0,
      node_id: 'look',
      status: 'completed',
      together: [
        expect.objectContaining({ taken: 'else' }),
        ['give', 'award_points', expect.objectContaining({ points: 10 })],
        ['mail', 'send_email', expect.anything(), 'skipped'],
      ],
    },
    { position: 3, node_id: 'pause', status: 'waiting', together: null },
  ])

  await runs.query('UPDATE runs SET resumes_at = now() WHERE id = $1', [id])
  const queue = rememberingQueue()
  await inTransaction(runs.database.engine, tx => wakeDue(tx, queue, 10))
  await runs.advance(queue.jobs)
  expect(await shown(id)).toEqual([
    [0, 'look', 'branch', 'completed'],
    [1, 'give', 'award_points', 'completed'],
    [2, 'mail', 'send_email', 'skipped'],
    [3, 'pause', 'wait', 'completed'],
    [4, 'tag', 'add_tag', 'completed'],
    [5, 'done', 'end', 'completed'],
  ])
  expect(await stored(id)).toHaveLength(3)
})

test('of every step of a deleted guest the same stays, wherever it is stored', async () => {
  const { guest, id } = await begun()
  await inTransaction(runs.database.engine, tx => eraseRuns(tx, runs.organisationId, [guest], guest))
  const after = await runs.steps(id)
  expect(after.map(({ node_id, detail }) => [node_id, detail])).toEqual([
    ['look', { taken: 'else' }],
    ['give', { points: 10 }],
    ['mail', { reason: 'no_consent' }],
    ['pause', {}],
  ])
})

/** Two steps that a run takes at once, the second with a text. */
const write = (word: string) =>
  inTransaction(runs.database.engine, async tx => {
    const run = { organisationId: runs.organisationId, id: newId() } as LoadedRun
    const step = { type: 'set_data', status: 'completed', resumed: false } as const
    await writeSteps(tx, [
      { run, step: { ...step, position: 0, nodeId: 'first', detail: {} } },
      { run, step: { ...step, position: 1, nodeId: 'second', detail: { word } } },
    ])
    return run.id
  })

test.each([
  ['\u0000', '22P05'],
  ['\ud83d', '22P02'],
])('what is no text is refused here, and not by who reads it later', async (word, code) => {
  await expect(write(`${word}!`)).rejects.toMatchObject({ code })
})

test.each(['\\u0000', '\\ud83d', 'a 😀 and "quotes"', '\u0001'])(
  'any other text is read as it was',
  async word => {
    expect((await runs.steps(await write(word))).map(({ detail }) => detail)).toEqual([{}, { word }])
  },
)
