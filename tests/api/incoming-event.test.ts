import type { EventAnswer, Receipt } from '@millrace/contract/event'
import type { RunAnswer } from '@millrace/contract/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { setWorkflowStatus } from '../../server/src/workflows/set-workflow-status.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { awardsPoints, endsAtOnce, spentAtLeast } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  await organisation.venue('LDN-01')
  await organisation.venue('LDN-02')
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
}

const address = () => `${millrace.url}/v1/workflows/incoming-event`
const send = (body: object) =>
  request<EventAnswer & Problem>(address(), {
    token,
    json: { organisation_registration_id: guest, ...body },
  })
/** JSON that no JavaScript value writes: numbers with too many digits, keys twice, half a character. */
const sendRaw = (body: string) =>
  request<EventAnswer & Problem>(address(), {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body,
  })

async function receipt(body: object): Promise<Receipt> {
  const answer = await send(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.event
}

async function faults(body: object): Promise<Record<string, string[]>> {
  const answer = await send(body)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.code).toBe('validation_failed')
  return answer.body.errors as Record<string, string[]>
}

const setStatus = (workflowId: string, status: 'active' | 'paused' | 'cancelled') =>
  inTransaction(millrace.database.engine, tx =>
    setWorkflowStatus(tx, { organisationId: organisation.id, workflowId, status, actor: 'test' }),
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe('the receipt', () => {
  test('has every field, of the event as it was taken and of its result', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'whole' }))
    const parameters = { source: 'whole', spend: 42.5, first_visit: true, note: null, name: 'Æsa' }
    const answer = await send({ serials: ['LDN-01'], parameters })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: 'Event accepted; it started 1 run.',
      event: {
        id: expect.stringMatching(uuid),
        organisation_id: organisation.id,
        organisation_registration_id: guest,
        serials: ['LDN-01'],
        source: 'whole',
        parameters,
        status: 'routed',
        workflow_runs: [{ id: expect.stringMatching(uuid), workflow_id: workflow, status: 'queued' }],
        woke: [],
        moved: [],
        ended: [],
        skipped: [],
        warnings: [],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('can be read again, with its runs as they are now', async () => {
    await organisation.workflow(endsAtOnce({ source: 'again' }))
    const first = await send({ serials: ['LDN-02', 'NOWHERE'], parameters: { source: 'again', b: 1, a: 2 } })
    const again = await eventually(
      () => request<EventAnswer>(`${address()}/${first.body.event.id}`, { token }),
      ({ body }) => body.event.workflow_runs[0]?.status === 'completed',
    )
    expect(again.status).toBe(200)
    const runs = first.body.event.workflow_runs.map(run => ({ ...run, status: 'completed' }))
    expect(again.body).toEqual({ ...first.body, event: { ...first.body.event, workflow_runs: runs } })
  })

  test.each([
    ['no id', 'nonsense'],
    ['an unknown id', newId()],
    ['NUL', '%00'],
    ['a piece of SQL', "' OR 1=1 --"],
    ['600 characters', 'x'.repeat(600)],
  ])('of an event that is not there is 404 event_not_found: %s', async (_what, id) => {
    const answer = await request<Problem>(`${address()}/${encodeURI(id)}`, { token })
    expect([answer.status, answer.body.code]).toEqual([404, 'event_not_found'])
  })

  test('may be asked for with the id in any case', async () => {
    const { id } = await receipt({})
    const answer = await request<EventAnswer>(`${address()}/${id.toUpperCase()}`, { token })
    expect(answer.body.event.id).toBe(id)
  })
})

describe('what an event starts', () => {
  test('runs to its end: the points are awarded once, and the run says so', async () => {
    const workflow = await organisation.workflow(awardsPoints({ source: 'points' }, 25))
    const someone = await organisation.guest()
    const { id: event, workflow_runs } = await receipt({
      organisation_registration_id: someone,
      parameters: { source: 'points' },
    })
    const run = `${millrace.url}/v1/workflows/${workflow}/workflow-runs/${workflow_runs[0]?.id}`
    const { body } = await eventually(
      () => request<RunAnswer>(run, { token }),
      answer => answer.body.workflow_run?.status === 'completed',
    )
    expect(body.workflow_run).toMatchObject({
      id: workflow_runs[0]?.id,
      workflow_id: workflow,
      workflow_version: 1,
      org_reg_id: someone,
      organisation_registration_id: someone,
      event_id: event,
      trigger: 'event',
      bypassed: [],
      outcome: 'success',
      error: null,
    })
    const seen = await request<{ guest: { points: number } }>(`${millrace.url}/v1/guests/${someone}`, {
      token,
    })
    expect(seen.body.guest.points).toBe(25)
    const ledger = await millrace.database.engine.query(
      'SELECT points::int FROM points_entries WHERE organisation_id = $1 AND guest_id = $2',
      [organisation.id, someone],
    )
    expect(ledger.rows).toEqual([{ points: 25 }])
  })
})

describe('a source', () => {
  test('directs the event to the workflow for it and to no other', async () => {
    const till = await organisation.workflow(endsAtOnce({ source: 'till' }))
    await organisation.workflow(endsAtOnce({ source: 'Till' }))
    await organisation.workflow(endsAtOnce({ source: 'till ' }))
    const sourceless = await organisation.workflow(endsAtOnce({ source: null }))
    const sent = await receipt({ parameters: { source: 'till' } })
    expect(sent.workflow_runs.map(run => run.workflow_id)).toEqual([till])
    expect(sent.skipped).toEqual([])
    expect(sent.source).toBe('till')
    await setStatus(sourceless, 'cancelled')
  })

  test.each(['TILL', 'til', 'tıll', ' till', 'till\u200b'])(
    'is compared exactly: %j is not till',
    async source => {
      const sent = await send({ parameters: { source } })
      expect(sent.body.event).toMatchObject({ status: 'unrouted', source, workflow_runs: [], skipped: [] })
    },
  )

  test('of a source one edit or case away is warned of what was probably meant', async () => {
    await organisation.workflow(endsAtOnce({ source: 'till-7' }))
    for (const source of ['TILL-7', 'till-8', 'til-7', 'itll-7', 'tiill-7']) {
      const { body } = await send({ parameters: { source } })
      expect(body.event.warnings).toEqual([
        `No workflow listens to the source "${source}". Did you mean "till-7"?`,
      ])
    }
    expect((await send({ parameters: { source: 'kiosk' } })).body.event.warnings).toEqual([])
  })

  test('that no workflow listens to leaves the event stored and unrouted, and the message says so', async () => {
    const answer = await send({ parameters: { source: 'nobody' } })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Event stored; no active workflow listens to the source "nobody".')
    expect(answer.body.event).toMatchObject({ status: 'unrouted', workflow_runs: [], skipped: [] })
    const again = await request<EventAnswer>(`${address()}/${answer.body.event.id}`, { token })
    expect(again.body).toEqual(answer.body)
  })

  test('that is not given takes the event to every active workflow for events without one', async () => {
    const nobody = await send({ parameters: { spend: 1 } })
    expect(nobody.body.message).toBe('Event stored; no active workflow listens to events without a source.')
    expect(nobody.body.event).toMatchObject({ status: 'unrouted', source: null })

    const listening = [
      await organisation.workflow(endsAtOnce({ source: null })),
      await organisation.workflow(endsAtOnce({ source: null })),
    ]
    const answer = await send({})
    expect(answer.body.message).toBe('Event accepted; it started 2 runs.')
    expect(answer.body.event.workflow_runs.map(run => run.workflow_id)).toEqual(listening)
    for (const workflow of listening) await setStatus(workflow, 'cancelled')
  })

  test.each([
    ['an empty one', ''],
    ['one of 101 characters', 'x'.repeat(101)],
    ['a number', 7],
    ['a boolean', true],
    ['null', null],
    ['a list', ['till']],
  ])('is 1 to 100 characters of text: %s is refused', async (_what, source) => {
    expect(Object.keys(await faults({ parameters: { source } }))).toEqual(['parameters.source'])
  })

  test('of 100 characters outside the basic plane is taken', async () => {
    const source = '🍺'.repeat(100)
    expect((await receipt({ parameters: { source } })).source).toBe(source)
  })

  test.each(['__proto__', 'constructor', 'toString'])('may be called %s without being one', async source => {
    const answer = await sendRaw(
      `{"organisation_registration_id":"${guest}","parameters":{"source":"${source}"}}`,
    )
    expect(answer.body.event).toMatchObject({ status: 'unrouted', source, workflow_runs: [] })
  })
})

describe('a workflow that does not take the event says why', () => {
  test('condition_failed: each condition with what was expected and what was found', async () => {
    const workflow = await organisation.workflow(
      endsAtOnce({
        source: 'conditions',
        when: {
          all: [
            spentAtLeast(50),
            { field: 'guest.tags', operator: 'contains', value: 'vip' },
            { field: 'event.parameters.table', operator: 'exists' },
          ],
        },
      }),
    )
    const sent = await receipt({ parameters: { source: 'conditions', spend: 42.5, table: 'A' } })
    expect(sent.status).toBe('unrouted')
    expect(sent.workflow_runs).toEqual([])
    expect(sent.skipped).toEqual([
      {
        workflow_id: workflow,
        reason: 'condition_failed',
        detail: {
          conditions: [
            {
              field: 'event.parameters.spend',
              operator: 'at_least',
              expected: 50,
              found: 42.5,
              holds: false,
            },
            { field: 'guest.tags', operator: 'contains', expected: 'vip', found: [], holds: false },
          ],
        },
      },
    ])
  })

  test('condition_failed: a condition that must not hold is reported when it does', async () => {
    await organisation.workflow(endsAtOnce({ source: 'not', when: { not: spentAtLeast(50) } }))
    const { skipped } = await receipt({ parameters: { source: 'not', spend: 60 } })
    expect(skipped[0]?.detail).toEqual({
      conditions: [
        { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 60, holds: true },
      ],
    })
  })

  test('a text that looks like a number is not one', async () => {
    await organisation.workflow(endsAtOnce({ source: 'typed', when: spentAtLeast(50) }))
    const text = await receipt({ parameters: { source: 'typed', spend: '60' } })
    expect(text.skipped[0]?.detail).toMatchObject({ conditions: [{ expected: 50, found: '60' }] })
    expect((await receipt({ parameters: { source: 'typed', spend: 60 } })).status).toBe('routed')
  })

  test('venue_not_targeted: which venues it is for and which the event named', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'venues', venues: ['LDN-01'] }))
    const at = (serials?: string[]) =>
      receipt({ ...(serials ? { serials } : {}), parameters: { source: 'venues' } })
    const elsewhere = await at(['LDN-02'])
    expect(elsewhere.skipped).toEqual([
      {
        workflow_id: workflow,
        reason: 'venue_not_targeted',
        detail: { targeted: ['LDN-01'], serials: ['LDN-02'] },
      },
    ])
    expect((await at(['LDN-02', 'LDN-01'])).status).toBe('routed')
    for (const serials of [undefined, []]) {
      const nowhere = await at(serials)
      expect(nowhere.skipped[0]).toMatchObject({ reason: 'venue_not_targeted', detail: { serials: [] } })
    }
  })

  test('venues are compared exactly', async () => {
    await organisation.workflow(endsAtOnce({ source: 'venue case', venues: ['LDN-01'] }))
    const sent = await receipt({ serials: ['ldn-01'], parameters: { source: 'venue case' } })
    expect(sent.skipped[0]?.reason).toBe('venue_not_targeted')
  })

  test('an event without serials matches a workflow for all venues', async () => {
    await organisation.workflow(endsAtOnce({ source: 'all venues' }))
    expect((await receipt({ parameters: { source: 'all venues' } })).status).toBe('routed')
  })

  test('re_entry_limited: until when', async () => {
    const workflow = await organisation.workflow(
      endsAtOnce({
        source: 'within',
        re_entry: { within: { amount: 2, unit: 'hours' }, per: 'guest' },
      }),
    )
    const first = await receipt({ serials: ['LDN-01'], parameters: { source: 'within' } })
    const second = await receipt({ serials: ['LDN-02'], parameters: { source: 'within' } })
    expect(first.status).toBe('routed')
    expect(second.status).toBe('unrouted')
    const until = new Date(Date.parse(first.created_at) + 2 * 3_600_000).toISOString()
    expect(second.skipped).toEqual([
      { workflow_id: workflow, reason: 're_entry_limited', detail: { until, per: 'guest' } },
    ])
    const another = await organisation.guest()
    const others = await receipt({ organisation_registration_id: another, parameters: { source: 'within' } })
    expect(others.status).toBe('routed')
  })

  test('re_entry_limited: "once" has no until, and what is past the limit enters again', async () => {
    await organisation.workflow(endsAtOnce({ source: 'once', re_entry: { within: null, per: 'guest' } }))
    await organisation.workflow(
      endsAtOnce({ source: 'daily', re_entry: { within: { amount: 1, unit: 'days' }, per: 'guest' } }),
    )
    for (const source of ['once', 'daily']) await receipt({ parameters: { source } })
    await millrace.database.engine.query(
      `UPDATE re_entries SET entered_at = entered_at - interval '25 hours' WHERE guest_id = $1`,
      [guest],
    )
    const once = await receipt({ parameters: { source: 'once' } })
    expect(once.skipped[0]).toMatchObject({ reason: 're_entry_limited', detail: { until: null } })
    expect((await receipt({ parameters: { source: 'daily' } })).status).toBe('routed')
  })

  test('re_entry_limited: per guest and venue, each venue counts alone', async () => {
    await organisation.workflow(
      endsAtOnce({ source: 'each venue', re_entry: { within: null, per: 'guest_and_venue' } }),
    )
    const at = async (...serials: string[]) =>
      (await receipt({ serials, parameters: { source: 'each venue' } })).status
    expect([await at('LDN-01'), await at('LDN-02'), await at('LDN-01'), await at(), await at()]).toEqual([
      'routed',
      'routed',
      'unrouted',
      'routed',
      'unrouted',
    ])
  })

  test('who does not pass the condition does not use up the re-entry limit', async () => {
    await organisation.workflow(
      endsAtOnce({
        source: 'limited and conditional',
        when: spentAtLeast(50),
        re_entry: { within: null, per: 'guest' },
      }),
    )
    const spending = async (spend: number) =>
      (await receipt({ parameters: { source: 'limited and conditional', spend } })).status
    expect([await spending(10), await spending(60), await spending(60)]).toEqual([
      'unrouted',
      'routed',
      'unrouted',
    ])
  })

  test('workflow_paused', async () => {
    const workflow = await organisation.workflow(endsAtOnce({ source: 'paused' }))
    await setStatus(workflow, 'paused')
    const answer = await send({ parameters: { source: 'paused' } })
    expect(answer.body.message).toBe('Event stored; no workflow took it, and skipped says why.')
    expect(answer.body.event).toMatchObject({
      status: 'unrouted',
      skipped: [{ workflow_id: workflow, reason: 'workflow_paused', detail: {} }],
    })
    await setStatus(workflow, 'active')
    expect((await receipt({ parameters: { source: 'paused' } })).status).toBe('routed')
  })

  test('a draft and a cancelled workflow are not considered at all', async () => {
    await inTransaction(millrace.database.engine, tx =>
      createWorkflow(tx, { organisationId: organisation.id, name: 'Draft', actor: 'test' }),
    )
    const cancelled = await organisation.workflow(endsAtOnce({ source: 'cancelled' }))
    await setStatus(cancelled, 'cancelled')
    expect(await receipt({ parameters: { source: 'cancelled' } })).toMatchObject({
      status: 'unrouted',
      skipped: [],
    })
  })

  test('of several workflows each appears once, in runs or in skipped', async () => {
    const takes = await organisation.workflow(endsAtOnce({ source: null }))
    const refuses = await organisation.workflow(endsAtOnce({ source: null, when: spentAtLeast(50) }))
    const paused = await organisation.workflow(endsAtOnce({ source: null }))
    await setStatus(paused, 'paused')
    const answer = await send({ parameters: { spend: 1 } })
    expect(answer.body.event.status).toBe('routed')
    expect(answer.body.event.workflow_runs.map(run => run.workflow_id)).toEqual([takes])
    expect(answer.body.event.skipped.map(skip => [skip.workflow_id, skip.reason])).toEqual([
      [refuses, 'condition_failed'],
      [paused, 'workflow_paused'],
    ])
    for (const workflow of [takes, refuses, paused]) await setStatus(workflow, 'cancelled')
  })
})

describe('serials', () => {
  test('are kept in their order, each once', async () => {
    const sent = await receipt({ serials: ['LDN-02', 'LDN-01', 'LDN-02'] })
    expect(sent.serials).toEqual(['LDN-02', 'LDN-01'])
    expect(sent.warnings).toEqual([])
  })

  test('that are no venue are taken with a warning each', async () => {
    const sent = await receipt({ serials: ['LDN-01', 'GONE', 'ldn-01'] })
    expect(sent.serials).toEqual(['LDN-01', 'GONE', 'ldn-01'])
    expect(sent.warnings).toEqual(['No venue has the serial "GONE".', 'No venue has the serial "ldn-01".'])
  })

  test('of another organisation are no venue', async () => {
    const other = await millrace.organisation('Other')
    await other.venue('THEIRS')
    expect((await receipt({ serials: ['THEIRS'] })).warnings).toEqual(['No venue has the serial "THEIRS".'])
  })

  test('may be a hundred, of twelve characters each, whatever the characters', async () => {
    const serials = Array.from({ length: 100 }, (_, n) => `🍺"\\{},é_${String(n).padStart(4, '0')}`)
    expect([...(serials[0] as string)]).toHaveLength(12)
    expect((await receipt({ serials })).serials).toEqual(serials)
  })

  test.each([
    ['101 of them', { serials: Array(101).fill('A') }, ['serials']],
    ['13 characters', { serials: ['A', 'B', 'C'.repeat(13)] }, ['serials.2']],
    ['an empty one', { serials: [''] }, ['serials.0']],
    ['a number', { serials: ['A', 12] }, ['serials.1']],
    ['text', { serials: 'LDN-01' }, ['serials']],
    ['an object', { serials: { 0: 'LDN-01' } }, ['serials']],
    ['NUL', { serials: ['A\0'] }, ['serials.0']],
  ])('are refused: %s', async (_what, body, paths) => {
    expect(Object.keys(await faults(body))).toEqual(paths)
  })
})

describe('parameters', () => {
  test.each([
    ['a hundred keys', Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key ${n}`, n]))],
    ['a key of 100 characters', { ['🍺'.repeat(100)]: 1 }],
    ['2,048 characters', { text: '🍺'.repeat(2048) }],
    ['the largest and smallest whole numbers', { most: 2 ** 53, least: -(2 ** 53) }],
    ['fractions', { a: 0.1, b: 1e-300, c: -4.5 }],
    ['every scalar', { text: '', yes: true, no: false, nothing: null, zero: 0 }],
    ['characters that need escaping', { 'a"b\\c': '\u0001\u001f\u2028\ud83c\udf7a\n"\\' }],
    ['words that mean something elsewhere', { constructor: 'a', prototype: 'b', toString: 'c', length: 1 }],
  ])('come back as they were sent: %s', async (_what, parameters) => {
    const sent = await receipt({ parameters })
    expect(sent.parameters).toEqual(parameters)
    const again = await request<EventAnswer>(`${address()}/${sent.id}`, { token })
    expect(again.body.event.parameters).toEqual(parameters)
  })

  test('may have a key __proto__, which is data and changes nothing', async () => {
    const answer = await sendRaw(
      `{"organisation_registration_id":"${guest}","parameters":{"__proto__":"polluted","constructor":1}}`,
    )
    expect(answer.status, answer.text).toBe(200)
    const parameters = JSON.parse('{"__proto__":"polluted","constructor":1}')
    expect(Object.entries(answer.body.event.parameters).sort()).toEqual(Object.entries(parameters).sort())
    const again = await request<EventAnswer>(`${address()}/${answer.body.event.id}`, { token })
    expect(Object.entries(again.body.event.parameters).sort()).toEqual(Object.entries(parameters).sort())
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('of a __proto__ that is an object are refused like any nested value', async () => {
    const answer = await sendRaw(
      `{"organisation_registration_id":"${guest}","parameters":{"__proto__":{"isAdmin":true}}}`,
    )
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors as object)).toEqual(['parameters.__proto__'])
  })

  test('that are an empty list count as an empty object', async () => {
    expect((await receipt({ parameters: [] })).parameters).toEqual({})
  })

  test.each([
    ['101 keys', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n])), 'parameters'],
    ['an empty key', { '': 1 }, 'parameters'],
    ['a key of 101 characters', { ['k'.repeat(101)]: 1 }, `parameters.${'k'.repeat(100)}…`],
    ['2,049 characters', { text: 'x'.repeat(2049) }, 'parameters.text'],
    ['an object', { spend: { amount: 1 } }, 'parameters.spend'],
    ['a list', { spend: [] }, 'parameters.spend'],
    ['2^53 + 2', { spend: 2 ** 53 + 2 }, 'parameters.spend'],
    ['-2^53 - 2', { spend: -(2 ** 53) - 2 }, 'parameters.spend'],
    ['NUL', { text: 'a\0b' }, 'parameters.text'],
    ['NUL in a key', { 'a\0': 1 }, 'parameters'],
    ['half a character', { text: 'a\ud83c' }, 'parameters.text'],
    ['half a character in a key', { '\udf7a': 1 }, 'parameters'],
    ['text', 'source=till', 'parameters'],
    ['a list with something in it', ['till'], 'parameters'],
  ])('are refused: %s', async (_what, parameters, path) => {
    expect(Object.keys(await faults({ parameters }))).toEqual([path])
  })

  test.each(['9007199254740993', '1e400', '-1e400', '123456789012345678901234567890'])(
    'are refused: the number %s, which would lose digits',
    async number => {
      const answer = await sendRaw(
        `{"organisation_registration_id":"${guest}","parameters":{"spend":${number}}}`,
      )
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.errors as object)).toEqual(['parameters.spend'])
      expect(answer.body.errors?.['parameters.spend']).toContain(
        'must be a number of at most 2^53; send larger ones as a string',
      )
    },
  )
})

describe('other fields', () => {
  test('are ignored and named in the warnings', async () => {
    const sent = await receipt({ parameters: { a: 1 }, campaign: { id: 7 }, id: newId(), status: 'routed' })
    expect(sent.warnings).toEqual([
      'The field "campaign" is not known and was ignored.',
      'The field "id" is not known and was ignored.',
      'The field "status" is not known and was ignored.',
    ])
    expect(sent.status).toBe('unrouted')
  })

  test.each([
    ['a number with too many digits', '"big":12345678901234567890'],
    ['NUL', '"text":"\\u0000"'],
    ['half a character', '"text":"\\ud83c"'],
    ['NUL in its name', '"a\\u0000b":1'],
    ['half a character in its name', '"\\udf7a":1'],
    ['a name that is cut within a character', `"${'x'.repeat(99)}🍺":1`],
    ['__proto__', '"__proto__":{"serials":["LDN-01"]}'],
    ['thousands of them', Array.from({ length: 5_000 }, (_, n) => `"f${n}":0`).join()],
  ])('never refuse an event, whatever they hold: %s', async (_what, field) => {
    const answer = await sendRaw(`{"organisation_registration_id":"${guest}",${field}}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.event.warnings[0]).toMatch(/^The field ".+" is not known and was ignored\.$/s)
    expect(answer.body.event.serials).toEqual([])
  })
})

describe('organisation_registration_id', () => {
  test.each([1, 3, 4, 5, 6, 7, 8, 0, 'f'])('may be a UUID of version %s in any case', async version => {
    const id = `0c0ffee0-1234-${version}abc-${version === 0 ? '0' : 'b'}def-00${Date.now()}`.slice(0, 36)
    await millrace.database.engine.query('INSERT INTO guests (organisation_id, id) VALUES ($1, $2)', [
      organisation.id,
      id.padEnd(36, '0'),
    ])
    const stored = id.padEnd(36, '0')
    const sent = await receipt({ organisation_registration_id: stored.toUpperCase() })
    expect(sent.organisation_registration_id).toBe(stored)
  })

  test('that nobody has is 404 guest_not_found', async () => {
    const answer = await send({ organisation_registration_id: newId() })
    expect([answer.status, answer.body.code]).toEqual([404, 'guest_not_found'])
  })

  test.each([
    ['missing', undefined, 'is required'],
    ['null', null, 'must be a string'],
    ['a number', 12, 'must be a string'],
    ['text', 'me', 'must be a UUID'],
    ['empty', '', 'must be a UUID'],
    ['in braces', `{${newId()}}`, 'must be a UUID'],
    ['without hyphens', newId().replaceAll('-', ''), 'must be a UUID'],
    ['with a line break', `${newId()}\n`, 'must be a UUID'],
  ])('is required and a UUID: %s is refused', async (_what, id, sentence) => {
    expect(await faults({ organisation_registration_id: id })).toEqual({
      organisation_registration_id: [sentence],
    })
  })
})

describe('a request with faults', () => {
  test('gets all of them at once, by their paths', async () => {
    const answer = await request<Problem>(`${address()}?dry_run=perhaps`, {
      token,
      json: {
        organisation_registration_id: 'me',
        serials: ['LDN-01', '', 'thirteen chars', 4],
        parameters: { source: '', spend: { amount: 1 }, big: 2 ** 60, note: 'a\0' },
      },
      headers: { 'idempotency-key': 'é' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'The request has faults; see errors.',
      code: 'validation_failed',
      request_id: answer.headers.get('x-request-id'),
      errors: {
        organisation_registration_id: ['must be a UUID'],
        'serials.1': ['must not be empty'],
        'serials.2': ['must have at most 12 characters'],
        'serials.3': ['must be a string'],
        'parameters.source': ['must not be empty'],
        'parameters.spend': ['must be a string, a number, a boolean or null'],
        'parameters.big': ['must be a number of at most 2^53; send larger ones as a string'],
        'parameters.note': ['must not contain the NUL character'],
        dry_run: ['must be one of true, false'],
        'Idempotency-Key': ['must have 1 to 255 printable ASCII characters'],
      },
    })
  })

  test.each(['[]', 'null', '"text"', '7', 'true'])('is refused when its body is %s', async body => {
    const answer = await sendRaw(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.errors).toEqual({ body: ['must be an object'] })
  })

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  test.each([
    ['64 KiB of [', '['.repeat(65_536), 'invalid_json'],
    ['lists within lists', deep(32_768), 'validation_failed'],
    [
      'lists in an ignored field',
      `{"organisation_registration_id":"%","a":${deep(30_000)}}`,
      'validation_failed',
    ],
    [
      'lists in a parameter',
      `{"organisation_registration_id":"%","parameters":{"a":${deep(30_000)}}}`,
      'validation_failed',
    ],
    ['objects within objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'validation_failed'],
    [
      'thousands of wrong parameters',
      `{"parameters":{${Array.from({ length: 6_500 }, (_, n) => `"${n}":[]`).join()}}}`,
      'validation_failed',
    ],
    ['thousands of wrong serials', `{"serials":[${'"",'.repeat(16_000)}""]}`, 'validation_failed'],
  ])('is refused without harm when it is %s', async (_what, template, code) => {
    const body = template.replace('%', guest)
    const answers = await Promise.all([
      sendRaw(body),
      request<Problem>(address(), {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
        body,
      }),
    ])
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  test('does not spoil the events that arrive with it', async () => {
    const bad = { parameters: { text: 'a\0' } }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(n % 4 === 0 ? bad : { parameters: { n } })),
    )
    expect(answers.map(answer => answer.status)).toEqual(
      Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 400 : 200)),
    )
  })
})
