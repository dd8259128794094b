import type { Receipt } from '@millrace/contract/event'
import type { EventEntries, EventEntry } from '@millrace/contract/sent-event'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace()
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest({ email: 'ada@example.com' })
})

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
}

const events = () => `${millrace.url}/v1/events`
const send = (json: unknown, headers: Record<string, string> = {}) =>
  request<EventEntries & Problem>(events(), { token, json, headers })
const sendText = (body: string, type = 'application/x-ndjson') =>
  request<EventEntries & Problem>(events(), {
    method: 'POST',
    token,
    body,
    headers: { 'content-type': type },
  })
const list = async (query = '') =>
  (await request<{ data: Receipt[] }>(`${events()}?${query}`, { token })).body.data
const ada = { identifiers: [{ type: 'email', value: 'ADA@example.com' }] }
const stored = async (table: string) =>
  (await millrace.database.engine.query(`SELECT FROM ${table} WHERE organisation_id = $1`, [organisation.id]))
    .rowCount
const codes = ({ body }: { body: EventEntries }) =>
  body.data.map(({ accepted, error }) => (accepted ? 'accepted' : error?.code))

describe('POST /v1/events', () => {
  test('takes a list, and answers one entry for each, in order, with its receipt', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
    const answer = await send([
      { id: 'one', guest: ada, parameters: { source: 'till', spend: 1 }, serials: ['X'] },
      { organisation_registration_id: guest.toUpperCase(), parameters: { source: 'nobody' }, id: null },
      { guest: { identifiers: [{ type: 'email', value: 'nobody@example.com' }] } },
    ])
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.message).toBe('2 of 3 events accepted; the others have an error.')
    expect(answer.body.data).toEqual([
      {
        id: 'one',
        accepted: true,
        repeated: false,
        guest_created: false,
        event: {
          id: expect.any(String),
          organisation_registration_id: guest,
          status: 'routed',
          workflow_runs: [{ id: expect.any(String), workflow_id: workflow, status: 'queued' }],
          woke: [],
          moved: [],
          ended: [],
          skipped: [],
          warnings: ['No venue has the serial "X".'],
          created_at: expect.any(String),
        },
        error: null,
      },
      expect.objectContaining({
        id: null,
        accepted: true,
        event: expect.objectContaining({ status: 'unrouted' }),
      }),
      {
        id: null,
        accepted: false,
        repeated: false,
        guest_created: false,
        event: null,
        error: { code: 'guest_not_found', message: expect.stringContaining('create: true') },
      },
    ])
    const receipt = await request<{ event: Receipt }>(
      `${millrace.url}/v1/workflows/incoming-event/${answer.body.data[0]?.event?.id}`,
      { token },
    )
    expect(receipt.body.event).toMatchObject({ source: 'till', parameters: { source: 'till', spend: 1 } })
  })

  test('takes one event as an object, and refuses it like any request', async () => {
    const answer = await send({ guest: ada })
    expect([answer.status, codes(answer)]).toEqual([200, ['accepted']])
    const unknown = await send({ organisation_registration_id: newId() })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'guest_not_found'])
    const faulty = await send({ serials: 'x' })
    expect([faulty.status, Object.keys(faulty.body.errors ?? {})]).toEqual([400, ['serials']])
  })

  test('takes one event per line, where a line that is not JSON stops no other', async () => {
    const line = JSON.stringify({ guest: ada })
    const answer = await sendText(`${line}\n{"guest":\n\n  \r\n${line}\r\n${line}`)
    expect([answer.status, codes(answer)]).toEqual([
      200,
      ['accepted', 'invalid_json', 'accepted', 'accepted'],
    ])
    expect(await list()).toHaveLength(3)
  })

  test('creates guests who are asked for, without consent, and each once', async () => {
    const grace = {
      identifiers: [{ type: 'email', value: 'grace@example.com' }],
      create: true,
      name: 'Grace',
    }
    const other = {
      identifiers: [
        { type: 'external_id', system: 'toast', value: '1' },
        { type: 'email', value: 'GRACE@example.com' },
      ],
      create: true,
    }
    const { body } = await send([{ guest: grace }, { guest: grace }, { guest: other }])
    expect(body.data.map(entry => entry.guest_created)).toEqual([true, false, false])
    const ids = new Set(body.data.map(entry => entry.event?.organisation_registration_id))
    expect(ids.size).toBe(1)
    const answer = await request<{ guest: object }>(`${millrace.url}/v1/guests/${[...ids][0]}`, { token })
    expect(answer.body.guest).toMatchObject({ name: 'Grace', email_consent: false, sms_consent: false })
  })

  test('creates one guest for events that arrive at the same moment', async () => {
    const entry = { guest: { identifiers: [{ type: 'external_id', value: 'same' }], create: true } }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send([entry, entry])))
    expect(answers.flatMap(codes)).toEqual(Array(20).fill('accepted'))
    const guests = answers.flatMap(({ body }) =>
      body.data.map(one => one.event?.organisation_registration_id),
    )
    expect(new Set(guests).size).toBe(1)
  })

  test('stores an event with an id once, in this request, a later one or several at once', async () => {
    const bill = { id: 'bill-1', guest: ada, parameters: { source: 'till' } }
    const first = await send([bill, bill, { ...bill, parameters: {} }])
    expect(codes(first)).toEqual(['accepted', 'accepted', 'idempotency_mismatch'])
    expect(first.body.data.map(entry => entry.repeated)).toEqual([false, true, false])
    const again = await send([{ id: 'bill-2', guest: ada }, bill, { ...bill, serials: ['X'] }])
    expect(codes(again)).toEqual(['accepted', 'accepted', 'idempotency_mismatch'])
    expect(again.body.data[1]).toEqual({ ...first.body.data[0], repeated: true })
    const racing = await Promise.all(Array.from({ length: 8 }, () => send([{ id: 'race', guest: ada }])))
    for (const [code] of racing.map(codes)) expect(['accepted', 'idempotency_in_flight']).toContain(code)
    expect(await stored('events')).toBe(3)
  })

  test('does nothing twice under an Idempotency-Key either', async () => {
    const batch = [{ guest: ada }, { guest: ada }, { id: 'own', guest: ada }]
    const key = { 'idempotency-key': 'whole request' }
    const first = await send(batch, key)
    const second = await send(batch, key)
    expect(second.body.data).toEqual(first.body.data.map(entry => ({ ...entry, repeated: true })))
    expect(codes(await send([{ guest: ada, serials: ['X'] }], key))).toEqual(['idempotency_mismatch'])
    expect(await stored('events')).toBe(3)
    expect((await send(batch, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400)
  })

  test('keeps when it happened, and refuses the future', async () => {
    const answer = await send([
      { guest: ada, occurred_at: '2019-05-04T20:15:00+02:00' },
      { guest: ada, occurred_at: '2999-01-01T00:00:00Z' },
      { guest: ada, occurred_at: 'yesterday' },
      { guest: ada, occurred_at: null },
    ])
    expect(codes(answer)).toEqual(['accepted', 'validation_failed', 'validation_failed', 'accepted'])
    expect(answer.body.data[0]?.event?.occurred_at).toBe('2019-05-04T18:15:00.000Z')
    expect(answer.body.data[1]?.error?.errors).toEqual({ occurred_at: ['must not be in the future'] })
    expect(answer.body.data[3]?.event).not.toHaveProperty('occurred_at')
    const times = new Map((await list()).map(event => [event.id, event.occurred_at]))
    const [first, , , last] = answer.body.data.map(entry => entry.event?.id as string)
    expect([times.get(first as string), times.has(last as string), times.get(last as string)]).toEqual([
      '2019-05-04T18:15:00.000Z',
      true,
      undefined,
    ])
  })

  describe('as history', () => {
    /** Waits for one event after the other. */
    const waitsFor = (...sources: string[]): WorkflowDefinition => ({
      trigger: { source: 'begin' },
      start: sources[0] as string,
      nodes: [
        ...sources.map((source, index) => ({
          id: source,
          type: 'wait_for_event' as const,
          events: [{ label: source, source, next: sources[index + 1] ?? 'end' }],
          timeout: { after: { amount: 3, unit: 'days' as const }, next: 'end' },
        })),
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    })
    const past = { guest: ada, history: true, occurred_at: '2020-01-01T00:00:00Z' }
    const from = (source: string, entry: object = { guest: ada }) => ({ ...entry, parameters: { source } })

    async function begin(definition: WorkflowDefinition) {
      const workflow = await organisation.workflow(definition)
      await send([from('begin')])
      const at = async () => {
        const runs = await request<{ data: { status: string; current_node_id: string }[] }>(
          `${millrace.url}/v1/workflows/${workflow}/workflow-runs`,
          { token },
        )
        return runs.body.data.map(run => `${run.status} ${run.current_node_id}`).join()
      }
      const first = definition.start
      await eventually(at, seen => seen === `waiting ${first}`)
      return at
    }

    test('it starts and wakes nothing', async () => {
      const at = await begin(waitsFor('paid'))
      const { body } = await send([from('paid', past), from('begin', past)])
      for (const { event } of body.data) {
        expect(event).toMatchObject({
          status: 'history',
          workflow_runs: [],
          woke: [],
          ended: [],
          skipped: [],
        })
      }
      expect(await at()).toBe('waiting paid')
      expect(await list('status=unrouted')).toEqual([])
      // The control: the same event, not as history, wakes the run.
      expect((await send([from('paid')])).body.data[0]?.event?.woke).toHaveLength(1)
    })

    test.each([
      [true, 'waiting paid'],
      [false, 'completed end'],
    ])('a run that looks back does not find it: %s', async (history, reached) => {
      const at = await begin(waitsFor('ordered', 'paid'))
      await send([from('paid', history ? past : { guest: ada }), from('ordered')])
      await eventually(at, seen => seen === reached)
    })
  })

  test.each<[string, unknown, string]>([
    ['no guest', {}, 'guest'],
    ['two guests', { organisation_registration_id: newId(), guest: ada }, 'guest'],
    ['no identifier', { guest: { identifiers: [] } }, 'guest.identifiers'],
    [
      'a phone without a country',
      { guest: { identifiers: [{ type: 'phone', value: '020 7946 0000' }] } },
      'guest.identifiers.0.value',
    ],
    ['an id that is empty', { id: '', guest: ada }, 'id'],
    ['an id that is no text', { id: 7, guest: ada }, 'id'],
    ['a guest id that is none', { organisation_registration_id: 'x' }, 'organisation_registration_id'],
    ['too many digits', { guest: ada, parameters: { a: 2 ** 60 } }, 'parameters.a'],
    ['NUL', { guest: ada, parameters: { a: '\0' } }, 'parameters.a'],
    ['a nested parameter', { guest: ada, parameters: { a: {} } }, 'parameters.a'],
    ['a list', [], 'event'],
    ['nothing', null, 'event'],
  ])('refuses %s at its field, and takes its neighbours', async (_, entry, field) => {
    const answer = await send([{ guest: ada }, entry, { guest: ada }])
    expect(codes(answer)).toEqual(['accepted', 'validation_failed', 'accepted'])
    expect(Object.keys(answer.body.data[1]?.error?.errors ?? {})).toEqual([field])
  })

  test('names fields that it does not know, and takes an empty list of parameters', async () => {
    const { body } = await send([{ guest: ada, colour: 'red', parameters: [] }])
    expect(body.data[0]?.event?.warnings).toEqual(['The field "colour" is not known and was ignored.'])
  })

  test.each<[string, string, string, number, string]>([
    ['no JSON', '[{"guest":1},', 'application/json', 400, 'invalid_json'],
    ['a list with a gap', '[1,,2]', 'application/json', 400, 'invalid_json'],
    ['a list and more', '[] []', 'application/json', 400, 'invalid_json'],
    ['a bad entry of a list', '[{}, {x}]', 'application/json', 400, 'invalid_json'],
    ['brackets that do not match', '[{]}', 'application/json', 400, 'invalid_json'],
    ['no entry', '[]', 'application/json', 400, 'validation_failed'],
    ['no line', '\n\n', 'application/x-ndjson', 400, 'validation_failed'],
    ['1,001 entries', `[${Array(1_001).fill('{}').join()}]`, 'application/json', 400, 'validation_failed'],
    ['1,001 lines', '{}\n'.repeat(1_001), 'application/x-ndjson', 400, 'validation_failed'],
    ['too much', `"${'x'.repeat(2 * 1024 * 1024)}"`, 'application/json', 413, 'payload_too_large'],
    ['another type', '{}', 'text/plain', 415, 'unsupported_media_type'],
  ])('refuses %s as a whole', async (_, body, type, status, code) => {
    const answer = await sendText(body, type)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await stored('events')).toBe(0)
  })

  test('refuses an entry that is too large or repeats a key, and takes its neighbours', async () => {
    const good = JSON.stringify({ guest: ada })
    const large = JSON.stringify({ guest: ada, note: 'x'.repeat(65 * 1024) })
    const answer = await sendText(
      `[${good},${large},{"guest":null,"guest":null},${good}]`,
      'application/json',
    )
    expect(codes(answer)).toEqual(['accepted', 'payload_too_large', 'validation_failed', 'accepted'])
    expect(answer.body.data[2]?.error?.errors).toEqual({ guest: ['is given more than once'] })
  })

  test('passes over as many webhooks as a single event may, and no more', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
    const { body } = await send([{ guest: ada, parameters: { source: 'till' } }], { 'millrace-hops': '200' })
    expect(body.data[0]?.event?.skipped).toEqual([
      { workflow_id: workflow, reason: 'loop_suspected', detail: { hops: 200 } },
    ])
  })

  test('of another organisation finds no guest, and creates none there', async () => {
    const other = await millrace.organisation('Other')
    const theirs = await request<EventEntries>(events(), {
      token: await other.token(),
      json: [{ guest: ada }, { organisation_registration_id: guest }],
    })
    expect(codes(theirs)).toEqual(['guest_not_found', 'guest_not_found'])
  })

  test('takes 1,000 at once, and their order stays', async () => {
    await organisation.workflow(endsAtOnce({ source: 'till' }))
    const batch = Array.from({ length: 1_000 }, (_, n) => ({
      id: `n-${n}`,
      guest: ada,
      parameters: { source: n % 2 === 0 ? 'till' : 'none', n },
    }))
    const { body } = await send(batch)
    expect(body.data.map((entry: EventEntry) => [entry.id, entry.event?.status])).toEqual(
      batch.map((_, n) => [`n-${n}`, n % 2 === 0 ? 'routed' : 'unrouted']),
    )
    expect(await stored('events')).toBe(1_000)
  })
})

describe('GET /v1/events', () => {
  test('lists receipts, newest first, by source, guest, status and time', async () => {
    await organisation.workflow(endsAtOnce({ source: 'till' }))
    const other = await organisation.guest()
    await send([{ guest: ada, parameters: { source: 'till' } }])
    await send([{ organisation_registration_id: other, parameters: { source: 'web' } }])
    await send([{ guest: ada, history: true, parameters: { source: 'web' } }])
    const sources = async (query: string) =>
      (await list(query)).map(event => `${event.source} ${event.status}`)
    expect(await sources('')).toEqual(['web history', 'web unrouted', 'till routed'])
    expect(await sources('source=web')).toEqual(['web history', 'web unrouted'])
    expect(await sources(`organisation_registration_id=${other}`)).toEqual(['web unrouted'])
    expect(await sources('status=routed,history')).toEqual(['web history', 'till routed'])
    expect(await sources('since=2999-01-01T00:00:00Z')).toEqual([])
    expect(await sources('until=2999-01-01T00:00:00Z')).toHaveLength(3)
    const seen: string[] = []
    for (let next: string | null = `${events()}?limit=2&status=routed,unrouted,history`; next !== null; ) {
      const { body }: { body: { data: Receipt[]; links: { next: string | null } } } = await request(next, {
        token,
      })
      seen.push(...body.data.map(event => event.id))
      next = body.links.next
    }
    expect(seen).toEqual((await list()).map(event => event.id))
  })

  test.each(['status=lost', 'status=routed,', 'since=now', 'guest=x', 'source='])(
    '%s is refused',
    async query => {
      const answer = await request<Problem>(`${events()}?${query}`, { token })
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('several statuses in one filter', () => {
  test('are those of runs and of workflows', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
    await send([{ guest: ada, parameters: { source: 'till' } }])
    const runs = async (query: string) =>
      (
        await request<{ data: unknown[] }>(
          `${millrace.url}/v1/workflows/${workflow}/workflow-runs?${query}`,
          {
            token,
          },
        )
      ).body.data.length
    await eventually(
      () => runs('status=completed'),
      found => found === 1,
    )
    expect(await runs('status=failed,completed')).toBe(1)
    expect(await runs('status=failed,waiting')).toBe(0)
    const found = await request<{ data: unknown[] }>(`${millrace.url}/v1/workflows?status=paused,active`, {
      token,
    })
    expect(found.body.data).toHaveLength(1)
    const refused = await request<Problem>(`${millrace.url}/v1/workflows?status=paused,live`, { token })
    expect(refused.body.errors).toEqual({
      status: ['must be one of draft, active, paused, cancelled, or several with commas between them'],
    })
  })

  test('and one workflow is read by its id', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }), 'Till')
    const answer = await request(`${millrace.url}/v1/workflows/${workflow}`, { token })
    expect(answer.body).toMatchObject({
      message: 'The workflow is active.',
      workflow: { id: workflow, name: 'Till', status: 'active', source: 'till' },
    })
    const code = async (id: string) =>
      (await request(`${millrace.url}/v1/workflows/${id}`, { token })).body.code
    expect([await code(newId()), await code('x')]).toEqual(['workflow_not_found', 'not_found'])
  })
})
