import type { EventAnswer } from '@millrace/contract/event'
import type { RunAnswer } from '@millrace/contract/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { startApiOn } from '../support/api-on.ts'
import {
  type Answer,
  getToken,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { awardsPoints, endsAtOnce, waits } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string
let workflow: string

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  workflow = await organisation.workflow(awardsPoints({ source: 'till' }, 1))
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
}
type Body = EventAnswer & Problem

const events = '/v1/workflows/incoming-event'
const runs = () => `/v1/workflows/${workflow}/workflow-runs`
const event = (parameters: object = { source: 'till' }) => ({
  organisation_registration_id: guest,
  parameters,
})

const post = (path: string, key: string | undefined, json: unknown, url = millrace.url, as = token) =>
  request<Body>(url + path, {
    token: as,
    json,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const isReplay = (answer: Answer<unknown>) => answer.headers.get('idempotent-replayed') === 'true'

async function count(table: 'events' | 'runs' | 'idempotent_answers', ofGuest?: string): Promise<number> {
  const { rows } = await millrace.database.engine.query(
    ofGuest === undefined
      ? `SELECT count(*) FROM ${table}`
      : `SELECT count(*) FROM ${table} WHERE guest_id = '${ofGuest}'`,
  )
  return rows[0].count
}

const bothRoutes: [string, () => string, () => object, number][] = [
  ['an event', () => events, () => event(), 200],
  ['a run', runs, () => ({ org_reg_id: guest }), 201],
]

describe.each(bothRoutes)('%s with an Idempotency-Key', (_what, path, body, status) => {
  test('is stored once, and its repetition gets the same status and bytes', async () => {
    const key = newId()
    const first = await post(path(), key, body())
    const before = { events: await count('events'), runs: await count('runs') }
    const second = await post(path(), key, body())
    expect(first.status).toBe(status)
    expect(isReplay(first)).toBe(false)
    expect(second.status).toBe(status)
    expect(isReplay(second)).toBe(true)
    expect(second.text).toBe(first.text)
    for (const header of ['content-type', 'location']) {
      expect(second.headers.get(header)).toBe(first.headers.get(header))
    }
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect({ events: await count('events'), runs: await count('runs') }).toEqual(before)
  })

  test('and another body is 422 idempotency_mismatch, and stores nothing', async () => {
    const key = newId()
    await post(path(), key, body())
    const before = { events: await count('events'), runs: await count('runs') }
    const other = await organisation.guest()
    const changed = path() === events ? event({ source: 'till', spend: 1 }) : { org_reg_id: other }
    const answer = await post(path(), key, changed)
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect({ events: await count('events'), runs: await count('runs') }).toEqual(before)
    expect(isReplay(await post(path(), key, body()))).toBe(true)
  })

  test('is the same request with its ids in upper case', async () => {
    const key = newId()
    const first = await post(path(), key, body())
    const shouted = JSON.parse(JSON.stringify(body()).replace(guest, guest.toUpperCase()))
    const second = await post(path().replace(workflow, workflow.toUpperCase()), key, shouted)
    expect([second.status, isReplay(second), second.text]).toEqual([status, true, first.text])
  })

  test('counts per client: another key of the organisation may use it for itself', async () => {
    const key = newId()
    const first = await post(path(), key, body())
    const client = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', { name: 'second' }),
    )
    const theirs = await post(path(), key, body(), millrace.url, await getToken(millrace.url, client))
    expect([theirs.status, isReplay(theirs)]).toEqual([status, false])
    expect(theirs.text).not.toBe(first.text)
  })

  test('is forgotten after seven days, and not before', async () => {
    const key = newId()
    const first = await post(path(), key, body())
    const age = (interval: string) =>
      millrace.database.engine.query(
        'UPDATE idempotent_answers SET created_at = now() - $2::interval WHERE key = $1',
        [key, interval],
      )
    await age('6 days 23 hours 59 minutes')
    expect(isReplay(await post(path(), key, body()))).toBe(true)
    await age('7 days 1 second')
    const later = await post(path(), key, body())
    expect([later.status, isReplay(later)]).toEqual([status, false])
    expect(later.text).not.toBe(first.text)
    // And the new answer is kept in the place of the old one.
    const again = await post(path(), key, body())
    expect([isReplay(again), again.text]).toEqual([true, later.text])
  })

  test('while the first is still under way is 409, and says when to retry', async () => {
    const key = newId()
    const { rows } = await millrace.database.engine.query('SELECT id FROM api_keys WHERE client_id = $1', [
      organisation.clientId,
    ])
    const route = path() === events ? 'incoming-event' : 'workflow-runs'
    await inTransaction(millrace.database.engine, async tx => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
        `${organisation.id} ${rows[0].id} ${route} ${key}`,
      ])
      const answer = await post(path(), key, body())
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_in_flight'])
      expect(answer.headers.get('retry-after')).toBe('1')
      // Nobody else is held up by it.
      expect((await post(path(), newId(), body())).status).toBe(status)
    })
    expect((await post(path(), key, body())).status).toBe(status)
  })

  test.each([
    ['of one character', 'k', true],
    ['of 255 characters', 'k'.repeat(255), true],
    ['with spaces and quotes', 'a "b" c, d', true],
    ['of 256 characters', 'k'.repeat(256), false],
    ['that is empty', '', false],
    ['that is not ASCII', 'clé', false],
    ['with a tab', 'a\tb', false],
  ])('may have a key %s', async (_kind, key, taken) => {
    const answer = await post(path(), key, body())
    if (taken) expect(answer.status).toBe(status)
    else expect(answer.body).toMatchObject({ errors: { 'Idempotency-Key': expect.any(Array) } })
  })

  test('that was refused is not remembered: the same key may be used for the fixed request', async () => {
    const key = newId()
    const someone = newId()
    const field = path() === events ? 'organisation_registration_id' : 'org_reg_id'
    const before = await count('idempotent_answers')
    expect((await post(path(), key, { [field]: 'me' })).status).toBe(400)
    expect((await post(path(), key, { [field]: someone })).status).toBe(404)
    expect((await post(path(), key, { [field]: someone }, millrace.url, 'nonsense')).status).toBe(401)
    expect((await post(path(), key, 'x'.repeat(70_000))).status).toBe(413)
    expect(await count('idempotent_answers')).toBe(before)
    await millrace.database.engine.query('INSERT INTO guests (organisation_id, id) VALUES ($1, $2)', [
      organisation.id,
      someone,
    ])
    const fixed = await post(path(), key, { [field]: someone })
    expect([fixed.status, isReplay(fixed)]).toEqual([status, false])
  })

  test('fifty times at once, over two processes, makes one', async () => {
    const second = await startApiOn(millrace.databaseUrl)
    try {
      for (let round = 0; round < 5; round++) {
        const { answers, ...made } = await fiftyTimes(newId(), second.url, path())
        expect(made).toEqual({ events: path() === events ? 1 : 0, runs: 1 })
        const [first, ...others] = answers.filter(answer => answer.status === status)
        expect(first).toBeDefined()
        for (const other of others) expect(other.text).toBe(first?.text)
        for (const answer of answers) expect([status, 409]).toContain(answer.status)
        expect(answers.filter(answer => answer.status === status && !isReplay(answer))).toHaveLength(1)
      }
    } finally {
      await second.stop()
    }
  })

  test('fifty times at once without the key makes fifty: the control', async () => {
    const { answers, ...made } = await fiftyTimes(undefined, millrace.url, path())
    expect(made).toEqual({ events: path() === events ? 50 : 0, runs: 50 })
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([status]))
  })

  async function fiftyTimes(key: string | undefined, secondUrl: string, to: string) {
    const someone = await organisation.guest()
    const json =
      to === events
        ? { organisation_registration_id: someone, parameters: { source: 'till' } }
        : { org_reg_id: someone }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post(to, key, json, n % 2 === 0 ? millrace.url : secondUrl)),
    )
    return { answers, events: await count('events', someone), runs: await count('runs', someone) }
  }
})

test('the order of keys in the JSON does not matter, and their values do', async () => {
  const key = newId()
  const first = await post(events, key, { parameters: { a: 1, b: 2 }, organisation_registration_id: guest })
  const second = await post(events, key, { organisation_registration_id: guest, parameters: { b: 2, a: 1 } })
  expect([isReplay(second), second.text]).toEqual([true, first.text])
  for (const parameters of [{ a: 2, b: 1 }, { a: 1 }, { a: '1', b: 2 }, { a: 1, b: 2, c: null }]) {
    expect((await post(events, key, event(parameters))).status).toBe(422)
  }
})

test('a key counts per route: the same one stores an event and a run', async () => {
  const key = newId()
  const answers = [await post(events, key, event()), await post(runs(), key, { org_reg_id: guest })]
  expect(answers.map(answer => [answer.status, isReplay(answer)])).toEqual([
    [200, false],
    [201, false],
  ])
})

test('a key that was used for a run of one workflow is 422 for another', async () => {
  const key = newId()
  const other = await organisation.workflow(endsAtOnce({ source: newId() }))
  await post(runs(), key, { org_reg_id: guest })
  const answer = await post(`/v1/workflows/${other}/workflow-runs`, key, { org_reg_id: guest })
  expect(answer.status).toBe(422)
})

test('a run is cancelled once, and the repetition gets the same answer; without the key it is 409', async () => {
  const waiting = await organisation.workflow(waits({ source: newId() }))
  const stored = await post(`/v1/workflows/${waiting}/workflow-runs`, undefined, { org_reg_id: guest })
  const { id } = (stored.body as unknown as RunAnswer).workflow_run
  const path = `/v1/workflows/${waiting}/workflow-runs/${id}/cancel`
  const key = newId()
  const first = await post(path, key, {})
  const second = await post(path, key, {})
  expect([first.status, isReplay(first)]).toEqual([200, false])
  expect([second.status, isReplay(second), second.text]).toEqual([200, true, first.text])
  expect((await post(path, key, { why: 'changed' })).body.code).toBe('idempotency_mismatch')
  expect((await post(path, undefined, {})).body.code).toBe('run_finished')
  expect((await post(path, 'k'.repeat(256), {})).body.code).toBe('validation_failed')
})

test('without a key nothing is de-duplicated: a guest may truly do a thing twice', async () => {
  const first = await post(events, undefined, event())
  const second = await post(events, undefined, event())
  expect(second.body.event.id).not.toBe(first.body.event.id)
  expect(second.body.event.workflow_runs[0]?.id).not.toBe(first.body.event.workflow_runs[0]?.id)
})

describe('simultaneous events of one guest', () => {
  const ROUNDS = 40

  /** Each round: one guest, two events at the same moment, one through each of two processes. */
  async function runsPerRound(limited: boolean, rewrite?: (statement: string) => string): Promise<number[]> {
    const source = newId()
    const re_entry = { within: null, per: 'guest' } as const
    await organisation.workflow(endsAtOnce({ source, ...(limited ? { re_entry } : {}) }))
    const open = () =>
      startApiOn(millrace.databaseUrl, ({ tenant }) => ({
        tenant: rewrite ? rewritingPool(tenant, rewrite) : tenant,
      }))
    const processes = [await open(), await open()]
    try {
      const counts: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const organisation_registration_id = await organisation.guest()
        const json = { organisation_registration_id, parameters: { source } }
        const answers = await Promise.all(processes.map(({ url }) => post(events, undefined, json, url)))
        const started = answers.flatMap(answer => answer.body.event.workflow_runs)
        const skipped = answers.flatMap(answer => answer.body.event.skipped)
        expect(started.length + skipped.length).toBe(2)
        expect(await count('runs', organisation_registration_id)).toBe(started.length)
        counts.push(started.length)
      }
      return counts
    } finally {
      for (const { stop } of processes) await stop()
    }
  }

  test('under a re-entry limit make one run', async () => {
    expect(await runsPerRound(true)).toEqual(Array(ROUNDS).fill(1))
  })

  test('without the limit make two: the first control', async () => {
    expect(await runsPerRound(false)).toEqual(Array(ROUNDS).fill(2))
  })

  test('decided without the lock make two at times: the second control', async () => {
    const lookThenWrite = `
      WITH fresh AS (
        SELECT t.* FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::float8[])
          AS t (workflow_id, guest_id, serial, within_seconds)
        WHERE NOT EXISTS (SELECT FROM re_entries r WHERE r.organisation_id = $1
          AND r.workflow_id = t.workflow_id AND r.guest_id = t.guest_id AND r.serial = t.serial)
      ), written AS (
        INSERT INTO re_entries (organisation_id, workflow_id, guest_id, serial, entered_at)
        SELECT $1::uuid, workflow_id, guest_id, serial, $2::timestamptz FROM fresh ON CONFLICT DO NOTHING
      )
      SELECT workflow_id, guest_id, serial FROM fresh`
    let rewritten = 0
    const counts = await runsPerRound(true, statement => {
      if (!statement.startsWith('INSERT INTO re_entries')) return statement
      rewritten++
      return lookThenWrite
    })
    expect(rewritten).toBe(2 * ROUNDS)
    expect(counts).toContain(2)
  })

  test('many of them in one batch make one run, and the others get the time until which to wait', async () => {
    const source = newId()
    const re_entry = { within: { amount: 1, unit: 'hours' }, per: 'guest' } as const
    await organisation.workflow(endsAtOnce({ source, re_entry }))
    const organisation_registration_id = await organisation.guest()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post(events, undefined, { organisation_registration_id, parameters: { source } }),
      ),
    )
    const receipts = answers.map(answer => answer.body.event)
    const entered = receipts.filter(receipt => receipt.status === 'routed')
    expect(entered).toHaveLength(1)
    const until = new Date(Date.parse(entered[0]?.created_at as string) + 3_600_000).toISOString()
    for (const receipt of receipts.filter(({ status }) => status === 'unrouted')) {
      expect(receipt.skipped).toMatchObject([{ reason: 're_entry_limited', detail: { until } }])
    }
  })
})

test('one key without its lock makes doubles at times: the control of the fifty', async () => {
  const lock = "pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || name, 0))"
  const unlocked = (statement: string) => statement.replace(lock, '$1::text IS NOT NULL')
  const open = () =>
    startApiOn(millrace.databaseUrl, ({ tenant }) => ({ tenant: rewritingPool(tenant, unlocked) }))
  const processes = [await open(), await open()]
  try {
    let most = 0
    for (let round = 0; round < 40 && most < 2; round++) {
      const someone = await organisation.guest()
      const json = { organisation_registration_id: someone, parameters: { source: 'till' } }
      const key = newId()
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          post(events, key, json, (processes[n % 2] as { url: string }).url),
        ),
      )
      most = Math.max(most, await count('events', someone))
    }
    expect(most).toBeGreaterThan(1)
  } finally {
    for (const { stop } of processes) await stop()
  }
})

test('the same key and body for another workflow is 422, and the message says why', async () => {
  const other = await organisation.workflow(awardsPoints({ source: newId() }, 1))
  const key = newId()
  await post(runs(), key, { org_reg_id: guest })
  const answer = await post(`/v1/workflows/${other}/workflow-runs`, key, { org_reg_id: guest })
  expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch'])
  expect(answer.body.message).toBe(
    'This Idempotency-Key was used before, with another body or for another address. Use a new key for a new request.',
  )
})
