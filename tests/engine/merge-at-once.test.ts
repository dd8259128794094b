import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestTables } from '../../server/src/merging/guest-tables.ts'
import { maintain } from '../../server/src/worker/maintain.ts'
import { importsOf } from '../support/import-file.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

/** Guests in pairs, each of whom is merged in both directions at once while everything else happens to them. */
const PAIRS = 6
const EVENTS = 20

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
  await organisation.workflow(visits, 'Visits')
  await organisation.workflow(waits, 'Waits')
})
afterAll(() => millrace.stop())

const visits: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'points',
  nodes: [
    { id: 'points', type: 'award_points', points: 1, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}
const waits: WorkflowDefinition = {
  trigger: { source: 'book' },
  start: 'wait',
  nodes: [
    {
      id: 'wait',
      type: 'wait_for_event',
      events: [{ source: 'came', next: 'points' }],
      timeout: { after: { amount: 9, unit: 'days' }, next: 'missed' },
    },
    { id: 'points', type: 'award_points', points: 1000, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
    { id: 'missed', type: 'end', outcome: 'failure' },
  ],
}

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await millrace.database.engine.query(text, [organisation.id, ...values])).rows as Row[]
const count = async (text: string) => (await query<{ count: number }>(text))[0]?.count

const event = (guestId: string, source: string) =>
  request(`${millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: guestId, parameters: { source } },
  })
const eventsOf = (address: string, amount: number) =>
  request(`${millrace.url}/v1/events`, {
    token,
    json: Array.from({ length: amount }, () => ({
      guest: { identifiers: [{ type: 'email', value: address }] },
      parameters: { source: 'till' },
    })),
  })
const merge = (into: string, merged: string) =>
  request<{ code?: string }>(`${millrace.url}/v1/guests/${into}/merge`, {
    token,
    json: { organisation_registration_id: merged },
  })

test('merges in both directions amid events, runs and an import lose nothing and double nothing', async () => {
  const guests = await Promise.all(
    Array.from({ length: 2 * PAIRS }, async (_, index) => {
      const email = `guest${index}@example.com`
      return { id: await organisation.guest({ email }), email }
    }),
  )
  const ids = guests.map(({ id }) => id)
  for (const { id } of guests) expect((await event(id, 'book')).status).toBe(200)
  await eventually(
    () => count(`SELECT count(*)::int FROM runs WHERE organisation_id = $1 AND status = 'waiting'`),
    waiting => waiting === 2 * PAIRS,
  )

  const imports = importsOf(millrace.url, () => token)
  const file = await imports.sent(
    `email,tags\n${guests.map(({ email }, index) => `${email},imported${index}`).join('\n')}\n`,
  )
  const outcomes: (string | number)[] = []
  const pairs = Array.from({ length: PAIRS }, (_, pair) => [guests[2 * pair], guests[2 * pair + 1]] as const)
  const acts = pairs.flatMap(([one, two]) => {
    if (one === undefined || two === undefined) return []
    const both = async () => {
      const [there, back] = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)])
      outcomes.push(...[there, back].map(({ status, body }) => body.code ?? status).sort())
    }
    return [
      both(),
      ...[one, two].flatMap(({ id, email }) => [
        event(id, 'came').then(({ status }) => expect(status).toBe(200)),
        eventsOf(email, EVENTS).then(({ status }) => expect(status).toBe(200)),
        ...Array.from({ length: EVENTS }, () =>
          event(id, 'till').then(({ status, text }) => expect(status, text).toBe(200)),
        ),
      ]),
    ]
  })
  await Promise.all([imports.start(file), ...acts])
  const { counts } = await imports.over(file)
  // Two rows of a file are never one guest: a row that comes after the merge of its guest is refused, and named.
  const refused = await imports.refused(file)
  expect(counts).toMatchObject({ created: 0, changed: 2 * PAIRS - refused.length, refused: refused.length })
  const tagged = ids
    .map((_, index) => `imported${index}`)
    .filter((_, index) => !refused.some(({ row }) => row === index + 2))
  // Of two merges one is done, and the other learns that they are one.
  expect(outcomes).toEqual(pairs.flatMap(() => [200, 'same_guest']))
  await eventually(
    () =>
      count(
        `SELECT count(*)::int FROM runs WHERE organisation_id = $1 AND status NOT IN ('completed', 'failed', 'cancelled')`,
      ),
    open => open === 0,
  )
  await query(`UPDATE guest_merges SET merged_at = now() - interval '2 minutes' WHERE organisation_id = $1`)
  await eventually(
    async () => {
      await maintain(millrace.database.engine)
      return count(`SELECT count(*)::int FROM guest_merges WHERE organisation_id = $1 AND settled_at IS NULL`)
    },
    unsettled => unsettled === 0,
  )

  const left = await query<{ id: string; points: number; tags: string[] }>(
    'SELECT id, points, tags FROM guests WHERE organisation_id = $1',
  )
  expect(left).toHaveLength(PAIRS)
  // Each of the two had 40 visits and one run that waited, and each is worth its points once.
  const expected = { points: 2 * (2 * EVENTS + 1000) }
  for (const guest of left) expect(guest).toMatchObject(expected)
  expect(left.flatMap(({ tags }) => tags).toSorted()).toEqual(tagged.toSorted())
  for (const { table } of guestTables) {
    const strays = await query(
      `SELECT t.guest_id FROM ${table} t WHERE t.organisation_id = $1 AND t.guest_id IS NOT NULL
         AND NOT EXISTS (SELECT FROM guests g WHERE g.organisation_id = $1 AND g.id = t.guest_id)`,
    )
    expect(strays, table).toEqual([])
  }
  expect(
    await count(`SELECT count(*)::int FROM runs WHERE organisation_id = $1 AND outcome <> 'success'`),
  ).toBe(0)
  expect(await count('SELECT count(*)::int FROM events WHERE organisation_id = $1')).toBe(
    2 * PAIRS * (2 + 2 * EVENTS),
  )
  const ledger = await query<{ guest_id: string; sum: number }>(
    'SELECT guest_id, sum(points)::int AS sum FROM points_entries WHERE organisation_id = $1 GROUP BY 1',
  )
  for (const { sum } of ledger) expect(sum).toBe(expected.points)
})
