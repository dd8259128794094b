import { ensureChromium } from '../../scripts/test/chromium.ts'
import { ALL_TRIALS_VARIABLE } from '../support/trials.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

/** Files of `npm test` that make only some of their trials there, with all of them; also in the hour of all proofs, unless they take long. */
const wholeTests = (
  name: string,
  promise: string,
  files: readonly string[],
  { takesLong = false } = {},
): Proof => ({
  name,
  promise,
  async run({ size, progress }) {
    const isWhole = size === 'whole' || (size === 'hour' && !takesLong)
    progress(`running ${files.join(', ')}`)
    const { passed, faults } = await runFiles(files, {
      ...(files.some(file => file.startsWith('tests/browser/')) && { CHROME_PATH: await ensureChromium() }),
      ...(isWhole && { [ALL_TRIALS_VARIABLE]: 'yes' }),
    })
    return {
      tried: `${counted(passed)} tests of ${files.join(' and ')}`,
      worst: faults.length === 0 ? 'none failed' : `${faults.length} failed`,
      faults,
    }
  },
})

export const isolation = wholeTests(
  'isolation',
  'in 4,000 transactions and 3,000 requests of two organisations over the same connections, each has only its own',
  ['tests/api/isolation.test.ts'],
)

export const interleavings = wholeTests(
  'interleavings',
  'an event and the time that a run waits for, in 500 interleavings, take exactly one branch; and in 500 random workflows the simulator shows what the engine does',
  ['tests/engine/event-or-time.test.ts', 'tests/engine/simulation-equals-engine.test.ts'],
)

export const recipes = wholeTests(
  'recipes',
  'the types name every place of the recipe for a node type in CONTRIBUTING.md, and after it nothing is missing',
  ['tests/docs/recipes.test.ts'],
)

export const properties = wholeTests(
  'properties',
  'what holds for any document, change of one, condition, template, delivery, cursor, body, walk and change of the clocks holds for three to ten times as many at random as in `npm test`',
  [
    'server/src/calendar/clock-changes.test.ts',
    'server/src/connections/mapping/map-delivery.test.ts',
    'server/src/http/edge/cursor.test.ts',
    'server/src/idempotency/idempotency.test.ts',
    'server/src/runs/walk/transition.test.ts',
    'server/src/templates/hostile.test.ts',
    'server/src/workflows/condition.test.ts',
    'server/src/workflows/description/difference.test.ts',
    'server/src/workflows/validation/validate-nodes.test.ts',
  ],
)

export const pageStates = wholeTests(
  'page-states',
  'every page of the dashboard says that it loads, that it could not be loaded, that there is nothing yet, and that it has no network or no server; it keeps what was there, and is well again by itself',
  ['tests/browser/page-states.test.ts'],
  { takesLong: true },
)

export const typedText = wholeTests(
  'typed-text',
  'what was typed into any form of the dashboard is there while the server is away and after a session has ended, and is sent then',
  ['tests/browser/typed-text.test.ts'],
  { takesLong: true },
)

export const storedPayloads = wholeTests(
  'stored-payloads',
  'every text that can be stored is markup, or is refused: the dashboard shows it as it was written on every page, panel and dialog, carries nothing of it out, and shows all of it somewhere',
  ['tests/browser/stored-payloads.test.ts'],
  { takesLong: true },
)

export const byHand = wholeTests(
  'by-hand',
  'a birthday, a win-back and a tier are built from an empty workflow by clicking, like a broadcast; and a token and an event are had in the API reference by keyboard alone',
  ['tests/browser/dashboard-triggers.test.ts', 'tests/browser/keyboard.test.ts'],
  { takesLong: true },
)

export const appearance = wholeTests(
  'appearance',
  'axe finds nothing on any page of the dashboard in any of its states, wide and light as well as narrow and dark',
  [
    'tests/browser/appearance.test.ts',
    'tests/browser/canvas.test.ts',
    'tests/browser/dashboard-appearance.test.ts',
    'tests/browser/dashboard-events.test.ts',
    'tests/browser/dashboard-first-run.test.ts',
    'tests/browser/dashboard-mapping.test.ts',
    'tests/browser/dashboard-members.test.ts',
    'tests/browser/dashboard-organisation.test.ts',
    'tests/browser/dashboard-pieces.test.ts',
    'tests/browser/dashboard-providers.test.ts',
    'tests/browser/dashboard-session.test.ts',
    'tests/browser/dashboard-triggers.test.ts',
    'tests/browser/dashboard-values.test.ts',
    'tests/browser/dashboard-workflows.test.ts',
    'tests/browser/email-editor.test.ts',
    'tests/browser/language.test.ts',
    'tests/browser/lists.test.ts',
    'tests/browser/passkeys.test.ts',
    'tests/browser/reference.test.ts',
  ],
  { takesLong: true },
)

export const rehearsals = wholeTests(
  'rehearsals',
  'every block and every command of docs/operations.md does what it says: PostgreSQL is set up, backed up, restored, taken over and moved',
  ['tests/docs/operations.test.ts'],
)

export const faults = wholeTests(
  'faults',
  'killed at every point of every portion of work, frozen, stopped, beside clocks that jump, four workers over 3,000 runs whose jobs are there twice: nothing lost, nothing twice; and every benchmark starts',
  ['tests/faults/', 'tests/bench/bench.test.ts'],
  { takesLong: true },
)

export const worstInputs = wholeTests(
  'worst-inputs',
  'the largest bodies of every kind for every operation, and the worst documents, checked, saved and simulated, hold the process for less than 50 ms each',
  ['tests/api/worst-inputs.test.ts', 'tests/api/loop-delay.test.ts'],
)

export const crowds = wholeTests(
  'crowds',
  'a thousand e-mails that come back at once, and a thousand deliveries of a vendor: none is lost',
  ['tests/api/connections.test.ts', 'tests/engine/returned-mail.test.ts'],
)
