import type { Guest } from '@millrace/contract/guest'
import type { Venue } from '@millrace/contract/venue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  token = await organisation.token()
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  errors?: Record<string, string[]>
}
interface Page<Row> {
  data: Row[]
  links: { next: string | null }
}

const guests = () => `${millrace.url}/v1/guests`
const register = (json: unknown) =>
  request<{ message: string; guest: Guest } & Problem>(guests(), { token, json })
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('registering a guest', () => {
  const everything = {
    external_id: 'crm-1017',
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '+442079460000',
    email_consent: true,
    sms_consent: true,
    do_not_contact: true,
    tags: ['vip', 'regular'],
    attributes: { birthday: '1815-12-10', visits: 3, member: true, note: null },
  }

  test('answers 201 with the guest, and where it is to be found', async () => {
    const answer = await register(everything)
    expect(answer.status, answer.text).toBe(201)
    const { guest } = answer.body
    expect(answer.body).toEqual({
      message: 'Guest registered.',
      guest: {
        ...everything,
        id: expect.any(String),
        organisation_registration_id: guest.id,
        email_asked_at: null,
        topics_off: [],
        points: 0,
        created_at: timestamp,
        updated_at: timestamp,
      },
    })
    expect(answer.headers.get('location')).toBe(`${guests()}/${guest.id}`)
    const again = await request<{ guest: Guest }>(`${guests()}/${guest.id.toUpperCase()}`, { token })
    expect([again.status, again.body.guest]).toEqual([200, guest])
  })

  test('needs nothing, and gives no consent that was not given', async () => {
    const { body } = await register({})
    expect(body.guest).toMatchObject({
      external_id: null,
      name: null,
      email: null,
      phone: null,
      email_consent: false,
      sms_consent: false,
      do_not_contact: false,
      tags: [],
      attributes: {},
    })
  })

  test('takes nulls as nothing, and each tag once', async () => {
    const nothing = { external_id: null, name: null, email: null, phone: null }
    const { body } = await register({ ...nothing, tags: ['a', 'b', 'a'] })
    expect(body.guest).toMatchObject({ ...nothing, tags: ['a', 'b'] })
  })

  test('makes someone an event may be sent for at once', async () => {
    const { body } = await register({})
    const event = await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: { organisation_registration_id: body.guest.organisation_registration_id },
    })
    expect(event.status).toBe(200)
  })

  test('with an external_id that is taken is 409 guest_exists, also for many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ external_id: 'twin' })))
    expect(answers.map(answer => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
    const refused = answers.find(answer => answer.status === 409)
    expect(refused?.body.code).toBe('guest_exists')
    const { body } = await request<Page<Guest>>(`${guests()}?external_id=twin`, { token })
    expect(body.data).toHaveLength(1)
  })

  test('with an external_id that another organisation has is no conflict', async () => {
    const other = await millrace.organisation('Other')
    await other.guest({ external_id: 'shared' })
    expect((await register({ external_id: 'shared' })).status).toBe(201)
  })

  test.each([
    ['id', newId()],
    ['organisation_id', newId()],
    ['organisation_registration_id', newId()],
    ['points', 1_000_000],
    ['created_at', '2020-01-01T00:00:00.000Z'],
    ['password', 'x'],
  ])('refuses %s, which is not for the caller to say', async (field, value) => {
    const answer = await register({ name: 'x', [field]: value })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { [field]: ['is not a field of this request'] },
    ])
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(201)],
    ['name', 7],
    ['name', 'a\0'],
    ['name', '\ud83c'],
    ['external_id', ''],
    ['external_id', 'x'.repeat(201)],
    ['email', 'ada'],
    ['email', 'ada@'],
    ['email', 'a b@example.com'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['phone', '02079460000'],
    ['phone', '+0123456'],
    ['phone', '+44 20 7946'],
    ['email_consent', 'yes'],
    ['email_consent', 0],
    ['tags', 'vip'],
    ['tags', Array(101).fill('a')],
    ['attributes', []],
    ['attributes', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n]))],
  ])('refuses a %s of %j', async (field, value) => {
    const answer = await register({ [field]: value })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
  })

  test('lists all faults at once', async () => {
    const answer = await register({
      email: 'x',
      phone: 'y',
      tags: ['', 'ok', 7],
      attributes: { a: {} },
      b: 1,
    })
    expect(Object.keys(answer.body.errors as object).sort()).toEqual(
      ['attributes.a', 'b', 'email', 'phone', 'tags.0', 'tags.2'].sort(),
    )
  })
})

describe('registering a guest with an Idempotency-Key', () => {
  const once = (key: string, json: unknown) =>
    request<{ guest: Guest } & Problem>(guests(), { token, json, headers: { 'idempotency-key': key } })
  const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'
  const registered = async (name: string) =>
    (await millrace.database.engine.query('SELECT id FROM guests WHERE name = $1', [name])).rows

  test('happens once, and its repetition gets the same status, address and bytes', async () => {
    const [key, name] = [newId(), newId()]
    const first = await once(key, { name, tags: ['vip'] })
    const second = await once(key, { tags: ['vip'], name })
    expect([first.status, isReplay(first)]).toEqual([201, false])
    expect([second.status, isReplay(second)]).toEqual([201, true])
    expect(second.text).toBe(first.text)
    for (const header of ['content-type', 'location']) {
      expect(second.headers.get(header)).toBe(first.headers.get(header))
    }
    expect(await registered(name)).toEqual([{ id: first.body.guest.id }])
  })

  test('many times at once makes one guest, and with separate keys many', async () => {
    const [key, name, control] = [newId(), newId(), newId()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => once(key, { name })))
    for (const { status, body } of answers)
      expect(status === 201 || body.code === 'idempotency_in_flight').toBe(true)
    expect(answers.filter(answer => answer.status === 201 && !isReplay(answer))).toHaveLength(1)
    expect(await registered(name)).toHaveLength(1)
    await Promise.all(Array.from({ length: 20 }, () => once(newId(), { name: control })))
    expect(await registered(control)).toHaveLength(20)
  })

  test('and another body is 422, and what was refused is not remembered', async () => {
    const [key, taken] = [newId(), newId()]
    await register({ external_id: taken })
    expect((await once(key, { external_id: taken })).body.code).toBe('guest_exists')
    expect((await once(key, { email: 'x' })).body.code).toBe('validation_failed')
    expect((await once(key, { external_id: newId() })).status).toBe(201)
    const other = await once(key, { external_id: newId() })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('that no header can have says so, beside the other faults', async () => {
    const { body } = await once('k'.repeat(256), { email: 'x' })
    expect(Object.keys(body.errors as object).sort()).toEqual(['Idempotency-Key', 'email'])
  })

  test('is forgotten with the guest who is erased', async () => {
    const name = newId()
    const { guest } = (await once(newId(), { name })).body
    const kept = async () =>
      (
        await millrace.database.engine.query('SELECT FROM idempotent_answers WHERE strpos(body, $1) > 0', [
          name,
        ])
      ).rowCount
    expect(await kept()).toBe(1)
    await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest.id, 'test'))
    expect(await kept()).toBe(0)
  })
})

describe('guests', () => {
  test.each(['nonsense', newId(), '%00', '%F0%9F%8D%BA'])(
    'one that is not there, %s, is 404 guest_not_found',
    async id => {
      const answer = await request<Problem>(`${guests()}/${id}`, { token })
      expect([answer.status, answer.body.code]).toEqual([404, 'guest_not_found'])
    },
  )

  test('are listed, the newest first, in pages without gaps or repeats', async () => {
    const own = await millrace.organisation('Listed')
    const ownToken = await own.token()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await own.guest({ external_id: `n ${n}` }))
    const seen: string[] = []
    let next: string | null = `${guests()}?limit=2`
    while (next !== null) {
      const { body }: { body: Page<Guest> } = await request<Page<Guest>>(next, { token: ownToken })
      seen.push(...body.data.map(guest => guest.id))
      next = body.links.next
      // Someone who registers meanwhile does not shift what is still to come.
      await own.guest()
    }
    expect(seen).toEqual(ids)
  })

  test.each([
    ['n 3', 1],
    ['N 3', 0],
    ['', undefined],
    ["' OR '1'='1", 0],
    ['%', 0],
  ])('are found by their external_id, exactly: %j', async (externalId, found) => {
    const own = await millrace.organisation('Sought')
    for (let n = 0; n < 5; n++) await own.guest({ external_id: `n ${n}` })
    const answer = await request<Page<Guest>>(
      `${guests()}?${new URLSearchParams({ external_id: externalId })}`,
      { token: await own.token() },
    )
    if (found === undefined) expect(answer.status).toBe(400)
    else expect(answer.body.data).toHaveLength(found)
  })

  test.each(['%00', '%FF', '%ED%A0%80', 'a%0Ab', '%'])(
    'that could not have the external_id %s are never a fault of ours',
    async externalId => {
      const answer = await request(`${guests()}?external_id=${externalId}`, { token })
      expect([200, 400]).toContain(answer.status)
    },
  )
})

describe('venues', () => {
  test('are listed in the order of their serials, in pages', async () => {
    const own = await millrace.organisation('Venues')
    const ownToken = await own.token()
    const serials = ['A-1', 'B-2', 'LDN-SOHO-01', 'Ä', '🍺']
    for (const serial of serials.toReversed()) await own.venue(serial)
    const seen: Venue[] = []
    let next: string | null = `${millrace.url}/v1/venues?limit=2`
    while (next !== null) {
      const { body }: { body: Page<Venue> } = await request<Page<Venue>>(next, { token: ownToken })
      seen.push(...body.data)
      next = body.links.next
    }
    expect(seen.map(venue => venue.serial).sort()).toEqual(serials.toSorted())
    expect(seen[0]).toEqual({
      serial: 'A-1',
      name: 'A-1',
      time_zone: 'Europe/London',
      created_at: timestamp,
    })
  })

  test('are none for an organisation that has none', async () => {
    const own = await millrace.organisation('Empty')
    const answer = await request(`${millrace.url}/v1/venues`, { token: await own.token() })
    expect(answer.body).toEqual({ data: [], links: { next: null } })
  })
})
