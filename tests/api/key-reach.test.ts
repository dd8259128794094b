import type { Operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { countTries } from '../support/access-tries.ts'
import {
  getToken,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

/**
 * Every operation of /v1 by keys of all venues, of venue A and of venue B, on something that belongs to venue A. An
 * operation that says of itself that it obeys the venues of a key has to be added to the table below.
 */

let millrace: TestMillrace
let organisation: TestOrganisation
const kinds = [
  { caller: 'a key for all venues', serials: null, venue: 'any' },
  { caller: 'a key for A', serials: ['A'], venue: 'own' },
  { caller: 'a key for B', serials: ['B'], venue: 'another' },
] as const
type Kind = (typeof kinds)[number]
const tokens = new Map<string, string>()

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  for (const serial of ['A', 'B']) await organisation.venue(serial)
  for (const { caller, serials } of kinds) {
    const key = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', { name: caller, serials }),
    )
    tokens.set(caller, await getToken(millrace.url, key))
  }
})
const tries = countTries('key-reach')
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

interface Attempt {
  /** What stands in the address, in its order. */
  readonly ids?: readonly string[]
  readonly query?: string
  readonly json?: unknown
  /** What the answer has to have in it. */
  readonly shows?: string
}
interface Row {
  /** What a key of the venue is answered, and that of another one. */
  readonly here: string
  readonly elsewhere: string
  attempt(): Promise<Attempt>
}

const DONE = 'done'
const NOTHING = 'nothing'
const SENT = '/v1/workflows/incoming-event'

interface Answer {
  code?: string
  event: { id: string }
  workflow_run: { id: string }
  data?: { accepted?: boolean; error?: { code: string } | null }[]
}
const asAll = (path: string, json: unknown) =>
  request<Answer>(millrace.url + path, { token: tokens.get('a key for all venues') as string, json })

async function guestAtA() {
  const email = `${newId()}@example.com`
  const id = await organisation.guest({ email })
  const event = { organisation_registration_id: id, serials: ['A'], parameters: {} }
  const { body } = await asAll(SENT, event)
  return { id, email, event, eventId: body.event.id }
}
const workflowAtA = () => organisation.workflow(endsAtOnce({ source: newId(), venues: ['A'] }), newId())
async function runAtA() {
  const workflow = await workflowAtA()
  const { id } = await guestAtA()
  const { body } = await asAll(`/v1/workflows/${workflow}/workflow-runs`, { org_reg_id: id })
  return { workflow, run: body.workflow_run.id }
}

const unless = (elsewhere: string, attempt: Row['attempt']): Row => ({ here: DONE, elsewhere, attempt })

const table: Record<string, Row> = {
  sendIncomingEvent: unless('venue_not_allowed', async () => ({ json: (await guestAtA()).event })),
  getIncomingEvent: unless('event_not_found', async () => ({ ids: [(await guestAtA()).eventId] })),
  sendEvents: unless('venue_not_allowed', async () => {
    const { email } = await guestAtA()
    return { json: [{ guest: { identifiers: [{ type: 'email', value: email }] }, serials: ['A'] }] }
  }),
  listEvents: unless(NOTHING, async () => ({ query: '?limit=100', shows: (await guestAtA()).eventId })),
  listWorkflows: unless(NOTHING, async () => ({ query: '?limit=100', shows: await workflowAtA() })),
  getWorkflow: unless('workflow_not_found', async () => ({ ids: [await workflowAtA()] })),
  storeWorkflowRun: unless('venue_not_allowed', async () => ({
    ids: [await workflowAtA()],
    json: { org_reg_id: (await guestAtA()).id },
  })),
  listWorkflowRuns: unless(NOTHING, async () => {
    const { workflow, run } = await runAtA()
    return { ids: [workflow], shows: run }
  }),
  getWorkflowRun: unless('run_not_found', async () => {
    const { workflow, run } = await runAtA()
    return { ids: [workflow, run] }
  }),
  cancelWorkflowRun: unless('run_not_found', async () => {
    const { workflow, run } = await runAtA()
    return { ids: [workflow, run], json: {} }
  }),
  // A guest who has been nowhere is everybody's.
  createGuest: unless(DONE, async () => ({ json: { name: 'Ada' } })),
  recordGuest: unless('venue_not_allowed', async () => ({
    json: { identifiers: [{ type: 'email', value: (await guestAtA()).email }], name: 'Ada' },
  })),
  listGuests: unless(NOTHING, async () => {
    const { id, email } = await guestAtA()
    return { query: `?email=${email}`, shows: id }
  }),
  getGuest: unless('guest_not_found', async () => ({ ids: [(await guestAtA()).id] })),
  patchGuest: unless('guest_not_found', async () => ({
    ids: [(await guestAtA()).id],
    json: { name: 'Ada' },
  })),
  getGuestFacts: unless('guest_not_found', async () => ({ ids: [(await guestAtA()).id] })),
  mergeGuests: unless('guest_not_found', async () => ({
    ids: [(await guestAtA()).id],
    json: { organisation_registration_id: (await guestAtA()).id },
  })),
  undoMerge: unless('guest_not_found', async () => {
    const [into, merged] = [await guestAtA(), await guestAtA()]
    await asAll(`/v1/guests/${into.id}/merge`, { organisation_registration_id: merged.id })
    return { ids: [merged.id], json: {} }
  }),
  // The same at every venue.
  listTopics: unless(DONE, async () => ({})),
  listVenues: unless(NOTHING, async () => ({ shows: '"serial":"A"' })),
}

type KeyOperation = Extract<Operation, { access: 'bearer' | 'recognised' }>
const operations = Object.entries(v1 as Readonly<Record<string, KeyOperation>>)
const obeying = operations.filter(([, { heldToVenues }]) => heldToVenues)
const others = operations.filter(([, { heldToVenues }]) => !heldToVenues)

async function outcome(kind: Kind, { method, path }: Operation, attempt: Attempt): Promise<string> {
  const left = [...(attempt.ids ?? [])]
  const address = path.replaceAll(/:\w+/g, () => left.shift() ?? newId()) + (attempt.query ?? '')
  const { status, body, text } = await request<Answer>(millrace.url + address, {
    method,
    token: tokens.get(kind.caller) as string,
    ...(attempt.json === undefined ? {} : { json: attempt.json }),
  })
  if (status >= 400) return body.code as string
  const refused = body.data?.find(({ accepted }) => accepted === false)
  if (refused !== undefined) return refused.error?.code as string
  return attempt.shows === undefined || text.includes(attempt.shows) ? DONE : NOTHING
}
const note = (operation: string, { caller, venue }: Kind, refused: boolean) =>
  tries.note({ operation, caller, venue, organisation: 'own', refused })

test('every operation that obeys the venues of a key has its row, and nothing else has', () => {
  expect(Object.keys(table).toSorted()).toEqual(obeying.map(([name]) => name).toSorted())
  expect(others.length).toBeGreaterThan(10)
})

describe.each(obeying)('%s', (name, operation) => {
  test.each(kinds)('$caller', async kind => {
    const { here, elsewhere, attempt } = table[name] as Row
    const expected = kind.venue === 'another' ? elsewhere : here
    note(name, kind, expected !== DONE)
    expect(await outcome(kind, operation, await attempt())).toBe(expected)
  })
})

test.each(others)('%s is for keys of all venues', async (name, operation) => {
  for (const kind of kinds) {
    note(name, kind, kind.serials !== null)
    const answer = await outcome(kind, operation, operation.method === 'GET' ? {} : { json: {} })
    if (kind.serials === null) expect(answer).not.toBe('venue_not_allowed')
    else expect([kind.caller, answer]).toEqual([kind.caller, 'venue_not_allowed'])
  }
})
