import type { Condition } from '@millrace/contract/condition'
import { LONGEST_SAMPLE } from '@millrace/contract/dashboard/connections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordFaults } from '../../server/src/members/password-faults.ts'
import { type Api, startApiOn } from '../support/api-on.ts'
import { password, type Visitor, visit } from '../support/dashboard.ts'
import { deliver } from '../support/deliver.ts'
import { LONGEST_HOLD_MS, leastHold, longestStretch } from '../support/longest-stretch.ts'
import { smallImage } from '../support/small-image.ts'
import { allTrials, someOf } from '../support/trials.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
let workflow: string
/** The same server, checking documents the way it did before: all of it at once, on the loop. */
let atOnce: Api
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
  workflow = await ground.organisation.workflow(endsAtOnce({ source: 'loop' }), 'Loop')
  atOnce = await startApiOn(ground.millrace.databaseUrl)
  // What is compiled at its first use is compiled, and the thread has begun.
  for (const ask of Object.values(operations)) {
    for (const visitor of [ground.viewer, controlVisitor()]) await ask(visitor, documents.tags)
  }
  await saveDraft(documents.tags)
})
afterAll(async () => {
  await atOnce.stop()
  await ground.millrace.stop()
})

const controlVisitor = (): Visitor => Object.assign(visit(atOnce.url), { cookie: ground.viewer.cookie })

const end = { id: 'end', type: 'end', outcome: 'success' }
const chain = (length: number, step: (index: number) => object) => ({
  trigger: { source: 'loop' },
  start: 'n0',
  nodes: [
    ...Array.from({ length }, (_, index) => ({
      id: `n${index}`,
      ...step(index),
      next: index === length - 1 ? 'end' : `n${index + 1}`,
    })),
    end,
  ],
})
const email = (html: string) => ({ type: 'send_email', subject: 'x', html })

/** As many comparisons of dates as a workflow may have, none of which holds. */
const dates = Array.from({ length: 100 }, (_, place) => ({
  field: 'event.parameters.booked_for',
  operator: 'before',
  value: { field: 'now', before: { amount: place + 1, unit: 'months' }, time: '10:00' },
}))

/** One branch over all of these. */
const branching = (leaves: readonly object[]) => ({
  trigger: { source: 'loop' },
  start: 'n0',
  nodes: [
    {
      id: 'n0',
      type: 'branch',
      cases: Array.from({ length: Math.ceil(leaves.length / 100) }, (_, place) => ({
        when: { any: leaves.slice(place * 100, place * 100 + 100) },
        next: 'end',
      })),
      else: 'end',
    },
    end,
  ],
})

/** The worst that was found for each part of the check, as large as it may be. */
const documents = {
  tags: chain(499, () => ({ type: 'add_tag', tag: 'a' })),
  emails: chain(499, () => email('<p>{{ guest.name }}</p>'.repeat(36))),
  calls: chain(499, index => ({
    type: 'call_webhook',
    url: `https://example.com/${index}`,
    method: 'POST',
    body: `{"a":"{{ run.results.n${Math.max(0, index - 1)}.body.x }}"}`,
  })),
  branches: {
    trigger: { source: 'loop' },
    start: 'n0',
    nodes: [
      ...Array.from({ length: 499 }, (_, index) => ({
        id: `n${index}`,
        type: 'branch',
        cases: Array.from({ length: 12 }, (_, way) => ({
          when: { field: 'guest.name', operator: 'is', value: 'x' },
          next: `n${Math.min(498, index + 1 + (way % 3))}`,
        })),
        else: 'end',
      })),
      end,
    ],
  },
  values: chain(130, () => ({
    type: 'update_guest',
    changes: Array.from({ length: 20 }, (_, place) => ({
      field: `attributes.a${place}`,
      value: {
        number: { field: 'event.parameters.x', times: 1.5, plus: 1, round: 'down', at_least: 0, or: 1 },
      },
    })),
  })),
  comparisons: branching(
    Array.from({ length: 2_000 }, (_, place) => ({
      field: 'event.parameters.spend',
      operator: 'greater_than',
      value: { field: 'guest.attributes.usual', times: 1.1, plus: place, round: 'down', at_least: 1, or: 5 },
    })),
  ),
  dates: branching(dates),
  filters: chain(4, () => email(`{{ guest.name${' | upcase'.repeat(11_000)} }}`)),
  variables: { ...endsAtOnce({ source: 'x' }), variables: Array(15_000).fill({ key: 'a', value: 1 }) },
}

/** `npm test` does with each one thing of three, and `npm run prove -- worst-inputs` all. */
const everyThird = (from: number) =>
  Object.entries(documents).filter((_document, place) => allTrials || place % 3 === from)

/** An order with this many, each of which makes an event. */
const checks = (many: number) => ({
  eventType: 'order_updated',
  details: {
    order: {
      checks: Array.from({ length: many }, (_, place) => ({
        guid: `check-${place}`,
        paymentStatus: 'PAID',
        customer: { guid: `guest-${place}` },
        totalAmount: 1,
      })),
    },
  },
})

/** Every e-mail of the way is rendered. */
const guest = { invented: { name: 'Ada', email: 'ada@example.com', email_consent: true } }
const script = { guest, event: null, happenings: [{ advance: 'end' }] }

const operations = {
  simulate: (visitor: Visitor, document: object) =>
    visitor.post(`/workflows/${workflow}/simulate`, { document, script }),
  validate: (visitor: Visitor, document: object) =>
    visitor.post(`/workflows/${workflow}/validate`, { document }),
}

const headers = { 'content-type': 'application/json' }

/** The status of the last answer, and how long its request held the process. */
async function held(visitor: Visitor, path: string, body: string) {
  let status = 0
  const worked = await leastHold(async () => {
    status = (await visitor.ask('POST', path, { body, headers })).status
  })
  return { status, worked }
}

async function revision(): Promise<number> {
  const { body } = await ground.editor.get<{ draft: { revision: number } }>(`/workflows/${workflow}`)
  return body.draft.revision
}

async function saveDraft(document: object): Promise<number> {
  const body = JSON.stringify({ revision: await revision(), document })
  return (await ground.editor.ask('PUT', `/workflows/${workflow}/draft`, { body, headers })).status
}

describe('no document holds the process', () => {
  test.each(everyThird(0))('%s, checked', async (_name, document) => {
    const body = JSON.stringify({ document })
    expect(body.length).toBeLessThan(500_000)
    const { status, worked } = await held(ground.viewer, `/workflows/${workflow}/validate`, body)
    expect(status).toBe(200)
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  test.each(everyThird(1))('%s, saved as a draft', async (_name, document) => {
    const worked = await leastHold(async () => expect(await saveDraft(document)).toBe(200))
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  test.each(everyThird(2))('%s, simulated', async (_name, document) => {
    const body = JSON.stringify({ document, script })
    const { status, worked } = await held(ground.viewer, `/workflows/${workflow}/simulate`, body)
    expect([200, 409]).toContain(status)
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  // Drafts that can be published, as large as they may be.
  test.each([
    ['tags', documents.tags],
    ['emails', chain(499, () => email('<p>{{ guest.name }}</p>'.repeat(36)))],
  ])('%s, published, with the page of its source', async (_name, document) => {
    const worked = await leastHold(async () => {
      expect(await saveDraft(document)).toBe(200)
      const body = JSON.stringify({ revision: await revision(), inside: 'finish' })
      const path = `/workflows/${workflow}/publish`
      expect((await ground.editor.ask('POST', path, { body, headers })).status).toBe(200)
    })
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  test.each([
    ['filters', `{{ guest.name${' | upcase'.repeat(5_000)} }}`],
    ['outputs', '{{ guest.name }}'.repeat(3_000)],
    ['loops', `{% for tag in guest.tags %}${'{{ tag }}'.repeat(3_000)}{% endfor %}`],
  ])('a preview of %s', async (_name, text) => {
    const body = JSON.stringify({ text: text.slice(0, 49_000), channel: 'html' })
    const { status, worked } = await held(ground.viewer, '/template-preview', body)
    expect(status).toBe(200)
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  // Paths that look everywhere, in as many values as are read; and the longest list.
  test.each([
    ['lightspeed', JSON.stringify(Array(16_000).fill({ a: [] }))],
    ['toast', JSON.stringify(checks(1_000))],
  ])('a preview of a delivery of %s', async (vendor, sample) => {
    const { body: added } = await ground.owner.post<{ connection: { id: string } }>('/connections', {
      name: 'Loop',
      vendor,
      unknown_guests: 'create',
    })
    expect(sample.length).toBeLessThanOrEqual(LONGEST_SAMPLE)
    const path = `/connections/${added.connection.id}/preview`
    const { body: preview } = await ground.owner.post<{ problem: null }>(path, { body: sample })
    expect(preview.problem).toBe(null)
    const { status, worked } = await held(ground.owner, path, JSON.stringify({ body: sample }))
    expect(status).toBe(200)
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  // A path for each parameter that looks everywhere, in values that are nested as deeply as they may be.
  test('a preview and a check by a mapping that takes too long', async () => {
    const { body: added } = await ground.owner.post<{
      connection: { id: string; url: string; mapping: object }
      secret: string
    }>('/connections', { name: 'Loop', vendor: 'json', unknown_guests: 'create' })
    const { id, url, mapping } = added.connection
    const names = Array.from({ length: 99 }, (_, number) => [`p${number}`, { path: `$..p${number}` }])
    const slow = { ...mapping, parameters: Object.fromEntries(names) }
    const nested = `${'{"a":'.repeat(50)}0${'}'.repeat(50)}`
    const sample = `{"email":"ada@example.com","list":[${Array(600).fill(nested).join()}]}`
    expect(sample.length).toBeLessThanOrEqual(LONGEST_SAMPLE)
    await deliver(url, sample, { authorization: `Bearer ${added.secret}` })
    for (const [path, given] of [
      ['preview', { body: sample, mapping: slow }],
      ['mapping/check', { mapping: slow }],
    ] as const) {
      const { status, worked } = await held(ground.owner, `/connections/${id}/${path}`, JSON.stringify(given))
      expect(status).toBe(200)
      expect(worked, path).toBeLessThan(LONGEST_HOLD_MS)
    }
  })

  test.each([
    ['a megabyte of nothing', `{"document":{"a":[${'{},'.repeat(330_000)}{}]}}`, 400],
    ['more than a megabyte', `{"document":{"a":"${'x'.repeat(1_000_000)}"}}`, 413],
    ['one long text', `{"document":{"a":"${'x'.repeat(900_000)}"}}`, 200],
    ['as deep as can be', `{"document":${'['.repeat(400_000)}`, 400],
  ])('%s is bounded before it is read', async (_name, body, expected) => {
    const { status, worked } = await held(ground.viewer, `/workflows/${workflow}/validate`, body)
    expect(status).toBe(expected)
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })
})

test('an event is compared with as many dates as a workflow may have', async () => {
  const when = { any: dates } as unknown as Condition
  await ground.organisation.workflow(endsAtOnce({ source: 'dates', when }), 'Dates')
  const guest_id = await ground.organisation.guest()
  const body = JSON.stringify({
    guest_id,
    parameters: { source: 'dates', booked_for: '2999-01-01T19:30' },
  })
  const { status, worked } = await held(ground.editor, '/events', body)
  expect(status).toBe(200)
  expect(worked).toBeLessThan(LONGEST_HOLD_MS)
})

describe('a new password', () => {
  const hard = 'tr0ub4dor-qwErTz-1987-zxcvbn-dragon-monkey'.repeat(4).slice(0, 160)

  test('is judged on a thread, also the first one, which loads the lists', async () => {
    const json = { current_password: password, new_password: hard }
    const { worked } = await longestStretch(async () =>
      expect([200, 400]).toContain((await ground.viewer.patch('/profile', json)).status),
    )
    expect(worked).toBeLessThan(LONGEST_HOLD_MS)
  })

  test('is not judged before the attempt is counted', async () => {
    const json = { current_password: 'not this one', new_password: 'password1234' }
    const { body } = await ground.owner.patch<{ code: string }>('/profile', json)
    expect(body.code).toBe('wrong_password')
  })

  test('and on the loop the first one holds it: the control', async () => {
    const person = { email: 'ada@example.com', name: 'Ada' }
    const { worked } = await longestStretch(async () => passwordFaults(hard, person))
    expect(worked).toBeGreaterThan(LONGEST_HOLD_MS)
  })
})

test('what has to be parsed before it is proved is refused by its number of values', async () => {
  const { body: added } = await ground.owner.post<{ connection: { id: string; url: string } }>(
    '/connections',
    {
      ...{ name: 'Unproved', vendor: 'toast', unknown_guests: 'create' },
    },
  )
  const { id, url } = added.connection
  for (const [path, json] of [
    [`/connections/${id}/secret`, { secret: 'a-secret-of-the-till', keep_previous: false }],
    ['/email-feedback/mailgun', { key: 'a-signing-key-of-the-provider' }],
  ] as const)
    expect((await ground.owner.ask('PUT', path, { json })).status).toBe(200)
  const reports = `${ground.millrace.url}/callbacks/email/${ground.organisation.id}/mailgun`
  const many = `{"timestamp":"2026-01-01T00:00:00Z","a":[${Array(330_000).fill('{}').join()}]}`
  const claims = { ...headers, 'toast-signature': 'AAAA' }
  for (const address of [url, reports]) {
    let status = 0
    const worked = await leastHold(async () => {
      status = await deliver(address, many, claims)
    })
    expect([address, status]).toEqual([address, 401])
    expect(worked, address).toBeLessThan(LONGEST_HOLD_MS)
  }
})

test('an image is read on a thread, also the first one, which loads the library', async () => {
  const { worked } = await longestStretch(async () =>
    expect((await ground.editor.post('/images', smallImage('a.png'))).status).toBe(201),
  )
  expect(worked).toBeLessThan(LONGEST_HOLD_MS)
})

test('others are answered while documents are checked', async () => {
  const body = JSON.stringify({ document: documents.branches })
  const path = `/workflows/${workflow}/validate`
  const checks = [1, 2].map(() => ground.viewer.ask('POST', path, { body, headers }))
  let answered = 0
  const watching = Promise.all(checks).then(() => 'checked')
  while ((await Promise.race([watching, ground.owner.get('/session').then(() => 'other')])) === 'other')
    answered++
  expect(answered).toBeGreaterThan(5)
})

test('one member has only some documents checked at a time', async () => {
  const body = JSON.stringify({ document: documents.branches })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      ground.editor.ask('POST', `/workflows/${workflow}/validate`, { body, headers }),
    ),
  )
  // Three at a time; one that comes when another is done is checked too.
  const checked = answers.filter(({ status }) => status === 200)
  expect(checked.length).toBeGreaterThanOrEqual(3)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})

test('and on the loop the same documents hold it: the control', async () => {
  // Once each: five attempts, of which the least counts, are for what must be short. These take five times as long.
  const heldAtOnce = async (path: string, json: object) => {
    let status = 0
    const body = JSON.stringify(json)
    const { worked } = await longestStretch(async () => {
      status = (await controlVisitor().ask('POST', path, { body, headers })).status
    })
    expect(status).toBe(200)
    return worked
  }
  for (const name of someOf(['emails', 'calls', 'branches'] as const, 1)) {
    const worked = await heldAtOnce(`/workflows/${workflow}/validate`, { document: documents[name] })
    expect(worked, name).toBeGreaterThan(2 * LONGEST_HOLD_MS)
  }
  const given = { document: documents.emails, script }
  expect(await heldAtOnce(`/workflows/${workflow}/simulate`, given)).toBeGreaterThan(2 * LONGEST_HOLD_MS)
})
