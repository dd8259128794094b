import type { Guest, GuestsMerged, IdentifiedGuest, MergeUndone } from '@millrace/contract/guest'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { guestTables } from '../../server/src/merging/guest-tables.ts'
import { maintain } from '../../server/src/worker/maintain.ts'
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
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  token = await organisation.token()
})

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
}

const guests = () => `${millrace.url}/v1/guests`
const merge = (into: string, merged: string, more: object = {}, by = token) =>
  request<GuestsMerged & Problem>(`${guests()}/${into}/merge`, {
    token: by,
    json: { organisation_registration_id: merged, ...more },
  })
const undo = (merged: string, by = token) =>
  request<MergeUndone & Problem>(`${guests()}/${merged}/merge/undo`, { token: by, method: 'POST' })
const read = (id: string) => request<IdentifiedGuest & Problem>(`${guests()}/${id}`, { token })
const put = async (json: object) =>
  (await request<{ guest: Guest }>(guests(), { method: 'PUT', token, json })).body.guest.id
const patch = (id: string, json: object) =>
  request<{ guest: Guest }>(`${guests()}/${id}`, { method: 'PATCH', token, json })
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await millrace.database.engine.query(text, values)).rows as Row[]
const email = (value: string) => ({ type: 'email', value })
const phone = (value: string) => ({ type: 'phone', value })

async function send(guestId: string, source: string, more: object = {}) {
  const answer = await request<{
    event: {
      id: string
      organisation_registration_id: string
      woke: object[]
      workflow_runs: { id: string }[]
    }
  }>(`${millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: guestId, parameters: { source }, ...more },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.event
}

/** How many rows of each table are a guest's. */
async function rowsOf(guestId: string): Promise<Record<string, number>> {
  const counts = guestTables.map(async ({ table }) => {
    const [row] = await query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE organisation_id = $1 AND guest_id = $2`,
      [organisation.id, guestId],
    )
    return [table, row?.count ?? 0] as const
  })
  return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0))
}

const points = (source: string): WorkflowDefinition => ({
  trigger: { source, re_entry: { within: null, per: 'guest' } },
  start: 'points',
  nodes: [
    { id: 'points', type: 'award_points', points: 10, reason: 'Visit', next: 'task' },
    { id: 'task', type: 'create_task', title: 'Say hello', next: 'wait' },
    {
      id: 'wait',
      type: 'wait_for_event',
      events: [{ source: 'came', next: 'more' }],
      timeout: { after: { amount: 9, unit: 'days' }, next: 'end' },
    },
    { id: 'more', type: 'award_points', points: 5, reason: 'Came', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

const untilWaiting = (guestId: string, count: number) =>
  eventually(
    () =>
      query<{ status: string }>('SELECT status FROM runs WHERE organisation_id = $1 AND guest_id = $2', [
        organisation.id,
        guestId,
      ]),
    runs => runs.length === count && runs.every(({ status }) => status === 'waiting'),
  )

const pointsOf = async (id: string) => (await read(id)).body.guest.points

test('every table with a guest is moved by a merge, except those that triggers of the guest write', async () => {
  const columns = await query<{ table_name: string }>(
    `SELECT DISTINCT c.table_name FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name
     WHERE c.table_schema = 'millrace' AND c.column_name = 'guest_id' AND NOT t.relispartition`,
  )
  const written = ['guest_tags', 'guest_dates', 'segment_changes', 'erasures']
  expect(
    columns
      .map(row => row.table_name)
      .filter(name => !written.includes(name))
      .toSorted(),
  ).toEqual(guestTables.map(({ table }) => table).toSorted())
})

describe('two guests who are one', () => {
  test('become one: records, points, tags, attributes and identifiers, and both ids keep working', async () => {
    await organisation.workflow(points('till'))
    const ada = await put({
      identifiers: [email('ada@example.com')],
      name: 'Ada',
      tags: ['vip'],
      attributes: { city: 'Leeds' },
    })
    const other = await put({
      identifiers: [phone('+442079460000'), { type: 'external_id', value: '17', system: 'till' }],
      name: 'A. Byron',
      tags: ['regular'],
      attributes: { city: 'York', table: 12 },
    })
    await send(ada, 'till')
    await send(other, 'till')
    await untilWaiting(other, 1)
    await untilWaiting(ada, 1)
    const before = await rowsOf(other)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['runs', 'watches', 'tasks', 'events', 're_entries', 'points_entries']),
    )
    const preview = await merge(ada, other, { dry_run: true })
    expect(preview.body).toMatchObject({ dry_run: true, guest: { points: 20 } })
    expect(preview.body.merge).toBeUndefined()
    expect(await rowsOf(other)).toEqual(before)

    const merged = await merge(ada, other)
    expect(merged.status, merged.text).toBe(200)
    expect(merged.body).toMatchObject({
      dry_run: false,
      guest: {
        id: ada,
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+442079460000',
        points: 20,
        tags: ['vip', 'regular'],
        attributes: { city: 'Leeds', table: 12 },
      },
      identifiers: [
        { type: 'email', value: 'ada@example.com', system: null },
        { type: 'external_id', value: '17', system: 'till' },
        { type: 'phone', value: '+442079460000', system: null },
      ],
      merge: { merged_id: other, guest_id: ada, merged_by: `API key ${organisation.clientId}` },
    })
    expect(await rowsOf(other)).toEqual({})
    const again = await merge(ada, other)
    expect(again.body.merge).toEqual(merged.body.merge)

    // Each of the two ids, and each identifier, is the guest.
    expect((await read(other)).body).toMatchObject({ guest: { id: ada }, merges: [{ merged_id: other }] })
    expect((await patch(other, { name: 'Ada Byron' })).body.guest).toMatchObject({
      id: ada,
      name: 'Ada Byron',
    })
    expect(await put({ identifiers: [phone('+442079460000')] })).toBe(ada)
    const facts = await request<{ organisation_registration_id: string }>(`${guests()}/${other}/facts`, {
      token,
    })
    expect(facts.body.organisation_registration_id).toBe(ada)
    const events = await request<{ data: object[] }>(
      `${millrace.url}/v1/events?organisation_registration_id=${other}`,
      { token },
    )
    expect(events.body.data).toHaveLength(2)

    // An event with the old id wakes the runs of both.
    const event = await send(other, 'came')
    expect(event.organisation_registration_id).toBe(ada)
    expect(event.woke).toHaveLength(2)
    await eventually(
      () => pointsOf(ada),
      sum => sum === 30,
    )
    // One of the two had entered before, and once is the limit.
    expect((await send(other, 'till')).workflow_runs).toEqual([])
  })

  test('an Idempotency-Key that came with the old id is remembered, and runs can be stored with it', async () => {
    const workflow = await organisation.workflow(points('till'))
    const [ada, other] = [await organisation.guest(), await organisation.guest()]
    const json = { organisation_registration_id: other, parameters: { source: 'till' } }
    const headers = { 'idempotency-key': newId() }
    const first = await request(`${millrace.url}/v1/workflows/incoming-event`, { token, json, headers })
    await merge(ada, other)
    const second = await request(`${millrace.url}/v1/workflows/incoming-event`, { token, json, headers })
    expect(second.text).toBe(first.text)
    const keyed = { 'idempotency-key': newId() }
    const third = await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json,
      headers: keyed,
    })
    const fourth = await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json,
      headers: keyed,
    })
    expect([third.status, fourth.text]).toEqual([200, third.text])
    const run = await request<{ workflow_run: { org_reg_id: string } }>(
      `${millrace.url}/v1/workflows/${workflow}/workflow-runs`,
      { token, json: { org_reg_id: other } },
    )
    expect([run.status, run.body.workflow_run.org_reg_id]).toEqual([201, ada])
    const many = await request<{ results: { accepted: boolean }[] }>(`${millrace.url}/v1/events`, {
      token,
      json: [{ organisation_registration_id: other, parameters: { source: 'x' } }],
    })
    expect(many.status, many.text).toBe(200)
    expect(many.text).toContain(ada)
  })
})

describe('where an identifier belongs to another guest', () => {
  test('the answer names both guests and how they become one', async () => {
    const one = await put({ identifiers: [email('ada@example.com')] })
    const two = await organisation.guest({ external_id: 'crm-1', phone: '+442079460000' })
    const how = `POST /v1/guests/${one}/merge with the organisation_registration_id ${two}.`
    const taken = await request<Problem>(`${guests()}/${one}`, {
      method: 'PATCH',
      token,
      json: { external_id: 'crm-1' },
    })
    expect([taken.status, taken.body.code, taken.body.errors]).toEqual([
      409,
      'guest_exists',
      { external_id: [`belongs to the guest ${two}`] },
    ])
    expect(taken.body.message).toBe(
      `The guest ${two} has this external_id already. If they and the guest ${one} are one person, merge them: ${how}`,
    )
    const found = await request<{ message: string }>(guests(), {
      method: 'PUT',
      token,
      json: { identifiers: [email('ada@example.com'), phone('+442079460000')] },
    })
    expect(found.body.message).toBe(
      `Guest found. The guest ${two} has the phone number that was sent. If the two are one person, merge them: ${how}`,
    )
    expect((await merge(one, two)).status).toBe(200)
    const after = await request<{ message: string }>(guests(), {
      method: 'PUT',
      token,
      json: { identifiers: [email('ada@example.com'), phone('+442079460000')] },
    })
    expect(after.body.message).toBe('Guest found.')
  })
})

describe('consent: the stricter wins', () => {
  test('a refusal of one is a refusal of both, also where the other agreed later', async () => {
    const stated = (given: boolean, at: string) => ({ given, at, where: 'Form', words: 'Offers by e-mail' })
    const refuses = await put({
      identifiers: [email('a@example.com')],
      consent: { email: stated(false, '2026-01-01T10:00:00Z') },
    })
    const agrees = await put({
      identifiers: [email('b@example.com')],
      consent: { email: stated(true, '2026-02-01T10:00:00Z') },
    })
    const { body } = await merge(agrees, refuses)
    expect(body.guest).toMatchObject({ email: 'b@example.com', email_consent: false })
    const kept = await request<{ refusals_kept: string[] }>(`${guests()}/${agrees}`, {
      method: 'PATCH',
      token,
      json: { consent: { email: stated(true, '2026-03-01T10:00:00Z') } },
    })
    expect(kept.body.refusals_kept).toEqual(['email_consent'])
    await undo(refuses)
    expect((await read(agrees)).body.guest.email_consent).toBe(true)
    expect((await read(refuses)).body.guest.email_consent).toBe(false)
    const changes = await query<{ guest_id: string; value: boolean }>(
      'SELECT guest_id, value FROM consent_changes WHERE organisation_id = $1 ORDER BY id',
      [organisation.id],
    )
    expect(changes).toEqual([
      { guest_id: refuses, value: false },
      { guest_id: agrees, value: true },
    ])
  })

  test('a refusal since the merge is a refusal of both after its undo', async () => {
    const one = await organisation.guest({ email: 'a@example.com', email_consent: true })
    const two = await organisation.guest({ email: 'b@example.com', email_consent: true })
    await merge(one, two)
    const said = { given: false, at: new Date().toISOString() }
    await patch(two, { consent: { email: said } })
    await undo(two)
    for (const id of [one, two]) expect((await read(id)).body.guest.email_consent).toBe(false)
    const again = await request<{ refusals_kept: string[] }>(`${guests()}/${two}`, {
      method: 'PATCH',
      token,
      json: { consent: { email: { ...said, given: true, where: 'x', words: 'y' } } },
    })
    expect(again.body.refusals_kept).toEqual(['email_consent'])
  })

  test('do not contact holds for both', async () => {
    const one = await organisation.guest({ email_consent: true, email: 'a@example.com' })
    const two = await organisation.guest({ do_not_contact: true })
    expect((await merge(one, two)).body.guest).toMatchObject({ do_not_contact: true, email_consent: true })
    await undo(two)
    expect((await read(one)).body.guest.do_not_contact).toBe(false)
  })
})

describe('an undo', () => {
  test('gives back what was moved, takes along what its runs did since, and leaves the rest', async () => {
    await organisation.workflow(points('till'))
    const ada = await put({ identifiers: [email('ada@example.com')], name: 'Ada', tags: ['vip'] })
    const other = await put({
      identifiers: [phone('+442079460000')],
      name: 'Bertha',
      tags: ['regular'],
      attributes: { table: 12 },
    })
    await send(other, 'till')
    await untilWaiting(other, 1)
    const before = { guest: (await read(other)).body, rows: await rowsOf(other) }
    const stays = (await read(ada)).body.guest
    await merge(ada, other)
    await patch(ada, { attributes: { table: 3 } })
    await send(other, 'since')
    const { body } = await undo(other)
    expect(body).toMatchObject({
      guest: { id: ada, name: 'Ada', phone: null, tags: ['vip'], attributes: { table: 3 }, points: 0 },
      merged: { id: other, name: 'Bertha', phone: '+442079460000', points: 10, attributes: { table: 12 } },
    })
    const { updated_at: _1, ...after } = (await read(other)).body.guest
    const { updated_at: _2, ...was } = before.guest.guest
    expect(after).toEqual(was)
    expect(await rowsOf(other)).toEqual(before.rows)
    expect((await read(other)).body.identifiers).toEqual(before.guest.identifiers)
    expect((await read(ada)).body).toMatchObject({ guest: { tags: stays.tags }, merges: [] })
    expect(await rowsOf(ada)).toMatchObject({ events: 1 })
    // The run is theirs again, and hears of their events.
    expect((await send(ada, 'came')).woke).toEqual([])
    expect((await send(other, 'came')).woke).toHaveLength(1)
    await eventually(
      () => pointsOf(other),
      sum => sum === 15,
    )
    expect((await undo(other)).body.code).toBe('merge_not_found')
  })

  test('takes along the points that a run of theirs has given since', async () => {
    await organisation.workflow(points('till'))
    const [ada, other] = [await organisation.guest(), await organisation.guest()]
    await send(other, 'till')
    await untilWaiting(other, 1)
    await merge(ada, other)
    await send(ada, 'came')
    await eventually(
      () => pointsOf(ada),
      sum => sum === 15,
    )
    await undo(other)
    expect([await pointsOf(ada), await pointsOf(other)]).toEqual([0, 15])
  })

  test('is possible for 30 days; the ids keep working after them', async () => {
    const [ada, other] = [await organisation.guest({ name: 'Ada' }), await organisation.guest({ name: 'B' })]
    await merge(ada, other)
    const age = (days: number) =>
      query(`UPDATE guest_merges SET merged_at = now() - $2 * interval '1 day' WHERE organisation_id = $1`, [
        organisation.id,
        days,
      ])
    await age(29)
    await maintain(millrace.database.engine)
    expect((await read(ada)).body.merges[0]?.undo_until).not.toBeNull()
    await age(31)
    await eventually(
      async () => {
        await maintain(millrace.database.engine)
        return (await read(ada)).body.merges[0]?.undo_until
      },
      until => until === null,
    )
    expect((await undo(other)).body).toMatchObject({
      code: 'merge_not_undone',
      message: 'A merge can be undone for 30 days, and they are over.',
    })
    expect((await read(other)).body.guest.id).toBe(ada)
    const kept = await query('SELECT undo FROM guest_merges WHERE organisation_id = $1', [organisation.id])
    expect(kept).toEqual([{ undo: null }])
    expect(
      await query('SELECT FROM guest_merge_moves WHERE organisation_id = $1', [organisation.id]),
    ).toEqual([])
  })
})

describe('chains, circles and refusals', () => {
  test('A into B, B into C: all ids are C, and the last merge is undone first', async () => {
    const [a, b, c] = [
      await organisation.guest({ name: 'A', tags: ['a'] }),
      await organisation.guest({ name: 'B', tags: ['b'] }),
      await organisation.guest({ name: 'C', tags: ['c'] }),
    ]
    await send(a, 'x')
    await merge(b, a)
    await merge(c, a)
    for (const id of [a, b, c])
      expect((await read(id)).body.guest).toMatchObject({ id: c, tags: ['c', 'b', 'a'] })
    expect((await send(a, 'x')).organisation_registration_id).toBe(c)
    const refused = await undo(a)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'merge_not_undone',
      `The guest ${b} was merged into another one since. Undo that merge first.`,
    ])
    await undo(b)
    expect((await read(a)).body.guest).toMatchObject({ id: b, tags: ['b', 'a'] })
    await undo(a)
    for (const [id, tag] of [
      [a, 'a'],
      [b, 'b'],
      [c, 'c'],
    ])
      expect((await read(id as string)).body.guest).toMatchObject({ id, tags: [tag] })
    expect(await rowsOf(a)).toMatchObject({ events: 1 })
    expect(await rowsOf(c)).toMatchObject({ events: 1 })
  })

  test('with itself, in the other direction, with no one, or with a guest of another organisation', async () => {
    const [a, b] = [await organisation.guest(), await organisation.guest()]
    const elsewhere = await (await millrace.organisation()).guest()
    expect((await merge(a, a)).body.code).toBe('same_guest')
    await merge(a, b)
    expect((await merge(b, a)).body.code).toBe('same_guest')
    for (const stranger of [elsewhere, newId()]) {
      const refused = await merge(a, stranger)
      expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
        404,
        'guest_not_found',
        { organisation_registration_id: ['is not the id of a guest'] },
      ])
      expect((await merge(stranger, a)).body.code).toBe('guest_not_found')
      expect((await undo(stranger)).body.code).toBe('merge_not_found')
    }
    expect((await merge(a, 'x')).body.errors).toHaveProperty('organisation_registration_id')
    expect((await merge('x', a)).status).toBe(404)
  })

  test('with a deleted guest; and who deletes one of two merged guests deletes both', async () => {
    const secret = 'Ottoline Canary'
    const [a, b, gone] = [
      await organisation.guest({ name: 'Ada Canary', email: 'canary-a@example.com' }),
      await organisation.guest({ name: secret, email: 'canary-b@example.com' }),
      await organisation.guest(),
    ]
    const erase = (id: string) =>
      inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, id, 'test'))
    await erase(gone)
    expect((await merge(a, gone)).status).toBe(404)
    await send(b, 'till', { serials: [] })
    await merge(a, b)
    const exported = await inTransaction(millrace.database.engine, tx => exportGuest(tx, organisation.id, a))
    expect(JSON.stringify(exported?.merges)).toContain(secret)
    await erase(a)
    for (const id of [a, b]) expect((await read(id)).status).toBe(404)
    expect((await undo(b)).status).toBe(404)
    await query(`UPDATE erasures SET erased_at = now() - interval '2 minutes' WHERE organisation_id = $1`, [
      organisation.id,
    ])
    await eventually(
      async () => {
        await maintain(millrace.database.engine)
        return query('SELECT FROM erasures WHERE organisation_id = $1', [organisation.id])
      },
      left => left.length === 0,
    )
    const tables = await query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'millrace' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    )
    for (const { name } of tables) {
      const found = await query(`SELECT t::text FROM millrace.${name} t WHERE t::text ~* $1`, [
        `canary|${a}|${b}`,
      ])
      expect(found, name).toEqual([])
    }
  })
})

test('what was being stored for the merged guest at that moment is moved a little later', async () => {
  const workflow = await organisation.workflow(points('till'))
  const [a, b] = [await organisation.guest(), await organisation.guest()]
  await merge(a, b)
  // As by a transaction that had found the guest before, and committed after.
  const [eventId, runId] = [newId(), newId()]
  await query(
    `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
     VALUES ($1, $2, $3, '{}', 'till', '{}', 'routed', '{}', now())`,
    [organisation.id, eventId, b],
  )
  await query(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, event_id, trigger, input, created_at)
     VALUES ($1, $2, $3, 1, $4, $5, 'event', '{"source": "till", "serials": [], "parameters": {}}', now())`,
    [organisation.id, runId, workflow, b, eventId],
  )
  await query(
    `INSERT INTO re_entries (organisation_id, workflow_id, guest_id, entered_at) VALUES ($1, $2, $3, now())`,
    [organisation.id, workflow, b],
  )
  await query(`UPDATE guest_merges SET merged_at = now() - interval '2 minutes' WHERE organisation_id = $1`, [
    organisation.id,
  ])
  await eventually(
    async () => {
      await maintain(millrace.database.engine)
      return rowsOf(a)
    },
    ({ events, runs, re_entries }) => events === 1 && runs === 1 && re_entries === 1,
  )
  expect(await rowsOf(b)).toEqual({})
  await undo(b)
  expect(await rowsOf(b)).toEqual({ events: 1, runs: 1, re_entries: 1 })
})
