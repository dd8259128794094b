import { afterEach, expect, test } from 'vitest'
import { record } from '../support/takeover.ts'
import { openScheduled, type Scheduled } from './scheduled.ts'
import { compareScheduled } from './scheduled-model.ts'

let ground: Scheduled
afterEach(() => ground.close())

// `npm run prove -- scheduled-model` has 500 of them.
test('dates, absences, segments and broadcasts start each guest once for each occasion, whatever happens in whatever order', async () => {
  ground = await openScheduled()
  const { sequences, runs, seed, counterexample } = await compareScheduled(ground, {
    numRuns: 10,
    maxCommands: 30,
  })
  record(`${sequences} sequences, ${runs} runs, seed ${seed}`)
  expect(counterexample).toBeUndefined()
})

/** Each with sequences among which one of the first finds it. */
const controls: [string, (statement: string) => string, seed: number][] = [
  [
    'forgets who had their occasion',
    text =>
      text.replace(
        't.occasion, t.serial, CASE',
        `t.occasion || CASE WHEN t.occasion LIKE 'birthday%' THEN random()::text ELSE '' END, t.serial, CASE`,
      ),
    3,
  ],
  [
    'calls those absent who came again',
    text => text.replace('(later.occurred_at, later.event_id) > (v.occurred_at, v.event_id)', 'false'),
    3,
  ],
  [
    'sends a broadcast to who has left',
    text => text.replace('m.left_at IS NULL AND m.guest_id > $5', 'm.guest_id > $5'),
    8,
  ],
]

test.each(controls)('a server that %s is found: a control', async (_what, mistake, seed) => {
  ground = await openScheduled({}, mistake)
  const sequences = { numRuns: 60, maxCommands: 30, seed, endOnFailure: true }
  expect((await compareScheduled(ground, sequences)).counterexample).toContain('after')
})
