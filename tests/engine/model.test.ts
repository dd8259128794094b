import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { record } from '../support/takeover.ts'
import { compare } from './model-commands.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
afterEach(() => stage.close())

// `npm run prove -- model` has 2,000 of them.
test('the engine does what a simple model does, whatever happens in whatever order', async () => {
  stage = await openStage(await createTestDatabase())
  const { sequences, runs, seed, counterexample } = await compare(stage, { numRuns: 15, maxCommands: 40 })
  record(`${sequences} sequences, ${runs} runs, seed ${seed}`)
  expect(counterexample).toBeUndefined()
})

let jobs = 0
/** Each with sequences among which one of the first finds it. */
const controls: [string, Parameters<typeof openStage>[2], seed: number][] = [
  ['loses a job now and then', { losesJobs: () => ++jobs % 7 === 0 }, 1],
  [
    'does not look back when a run begins to listen',
    { statements: text => text.replace('e.created_at >= r.created_at', 'e.created_at < r.created_at') },
    3,
  ],
  [
    'does not find runs by what they listen for',
    { statements: text => text.replace('w.key = ANY(g.keys::text[])', "w.key = ''") },
    8,
  ],
  [
    'forgets what came for a run that is held',
    { statements: text => text.replace('CASE WHEN c.keep_resumption THEN runs.resumption END', 'NULL') },
    8,
  ],
  [
    'lets a cancelled run’s message go',
    { statements: text => text.replace(/unsent AS \([^)]*messages[\s\S]*?\n {5}\)/, 'unsent AS (SELECT)') },
    7,
  ],
]

test.each(controls)('an engine that %s is found: a control', async (_what, mistake, seed) => {
  stage = await openStage(await createTestDatabase(), 4, mistake)
  const { counterexample } = await compare(stage, { numRuns: 300, maxCommands: 40, seed })
  expect(counterexample).toContain('after')
})
