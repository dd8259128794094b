import { readFile } from 'node:fs/promises'
import type { Guest, GuestPatched, GuestRecorded } from '@millrace/contract/guest'
import type { Identifier } from '@millrace/contract/identifier'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  token = await organisation.token()
})

interface Problem {
  code: string
  errors?: Record<string, string[]>
}

const guests = () => `${millrace.url}/v1/guests`
const put = (json: unknown) => request<GuestRecorded & Problem>(guests(), { method: 'PUT', token, json })
const patch = (id: string, json: unknown) =>
  request<GuestPatched & Problem>(`${guests()}/${id}`, { method: 'PATCH', token, json })
const find = async (query: Record<string, string>) =>
  (await request<{ data: Guest[] }>(`${guests()}?${new URLSearchParams(query)}`, { token })).body.data
const read = (id: string) =>
  request<{ guest: Guest; identifiers: Identifier[] }>(`${guests()}/${id}`, { token })

const email = (value: string) => ({ type: 'email', value })
const phone = (value: string) => ({ type: 'phone', value })
const id = (value: string, system?: string) => ({ type: 'external_id', value, ...(system && { system }) })
const consent = (given: boolean, at = '2026-03-01T10:00:00Z') => ({
  given,
  at,
  where: 'Web form of The Harbour Kitchen',
  words: 'Yes, send me offers by e-mail',
})

const setCountry = (country: string) =>
  millrace.database.engine.query(`UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1`, [
    organisation.id,
    JSON.stringify({ country }),
  ])

const consentChanges = async (guestId: string) =>
  (
    await millrace.database.engine.query(
      `SELECT field, value, how, actor, stated_at, stated_where, stated_words FROM consent_changes
       WHERE guest_id = $1 ORDER BY id`,
      [guestId],
    )
  ).rows

describe('PUT /v1/guests', () => {
  test('creates a guest whom nobody knows, without consent, and says so', async () => {
    const answer = await put({ identifiers: [email('Ada@Example.com'), id('8813', 'toast')], name: 'Ada' })
    expect(answer.status, answer.text).toBe(201)
    const { guest } = answer.body
    expect(answer.headers.get('location')).toBe(`${guests()}/${guest.id}`)
    expect(answer.body).toMatchObject({
      message: 'Guest created.',
      created: true,
      found_by: null,
      guest: { name: 'Ada', email: 'ada@example.com', external_id: null, email_consent: false },
      identifiers: [
        { type: 'email', value: 'ada@example.com', system: null },
        { type: 'external_id', value: '8813', system: 'toast' },
      ],
      refusals_kept: [],
      not_added: [],
    })
  })

  test('finds by the identifiers in the order given, and adds those that nobody has', async () => {
    const ada = (await put({ identifiers: [email('ada@example.com')], name: 'Ada' })).body.guest.id
    const bertha = (await put({ identifiers: [phone('+442079460000')], name: 'Bertha' })).body.guest.id
    const answer = await put({
      identifiers: [id('1', 'till'), phone('+442079460000'), email('ADA@example.com')],
    })
    expect([answer.status, answer.body.created, answer.body.guest.id]).toEqual([200, false, bertha])
    expect(answer.body.found_by).toEqual({ type: 'phone', value: '+442079460000', system: null })
    expect(answer.body.guest.name).toBe('Bertha')
    // The address is Ada's, who may be the same person.
    expect(answer.body.not_added).toEqual([
      {
        identifier: { type: 'email', value: 'ada@example.com', system: null },
        organisation_registration_id: ada,
      },
    ])
    expect((await put({ identifiers: [id('1', 'till'), email('ada@example.com')] })).body.guest.id).toBe(
      bertha,
    )
    expect((await put({ identifiers: [email('ada@example.com'), id('1', 'till')] })).body.guest.id).toBe(ada)
  })

  test('keeps what is not sent, and what is sent as null', async () => {
    const first = await put({
      identifiers: [email('ada@example.com')],
      name: 'Ada',
      tags: ['vip'],
      attributes: { city: 'Rome', age: 36 },
    })
    const second = await put({
      identifiers: [email('ada@example.com')],
      name: null,
      tags: null,
      attributes: { age: 37 },
      consent: null,
      do_not_contact: null,
      serial: null,
    })
    expect(second.body.guest).toEqual({
      ...first.body.guest,
      attributes: { city: 'Rome', age: 37 },
      updated_at: second.body.guest.updated_at,
    })
  })

  test('fills an empty address and never replaces one', async () => {
    const first = await put({ identifiers: [id('7')] })
    expect(first.body.guest).toMatchObject({ external_id: '7', email: null })
    const second = await put({ identifiers: [id('7'), email('one@example.com')] })
    expect(second.body.guest).toMatchObject({ id: first.body.guest.id, email: 'one@example.com' })
    const third = await put({ identifiers: [id('7'), email('two@example.com')] })
    expect(third.body.guest).toMatchObject({ id: first.body.guest.id, email: 'one@example.com' })
    for (const address of ['one@example.com', 'two@example.com'])
      expect((await find({ email: address })).map(guest => guest.id)).toEqual([first.body.guest.id])
  })

  test('keeps the ids of systems apart, and those of organisations', async () => {
    const own = (await put({ identifiers: [id('5')] })).body.guest.id
    const toast = (await put({ identifiers: [id('5', 'toast')] })).body.guest.id
    const square = (await put({ identifiers: [id('5', 'square')] })).body.guest.id
    expect(new Set([own, toast, square]).size).toBe(3)
    const other = await millrace.organisation('Other')
    const elsewhere = await request<GuestRecorded>(guests(), {
      method: 'PUT',
      token: await other.token(),
      json: { identifiers: [id('5', 'toast')] },
    })
    expect(elsewhere.status).toBe(201)
  })

  test('for one address at once makes one guest, and every answer is that guest', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          put({
            identifiers:
              n % 2 === 0
                ? [email(`r${round}@x.com`), id(`r${round}`)]
                : [id(`r${round}`), email(`R${round}@x.com`)],
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201])
      expect(new Set(answers.map(({ body }) => body.guest.id)).size).toBe(1)
    }
    const { rows } = await millrace.database.engine.query('SELECT FROM guests WHERE organisation_id = $1', [
      organisation.id,
    ])
    expect(rows).toHaveLength(5)
  })

  test('at the same moment as a registration with the same id has no error without a name', async () => {
    for (let round = 0; round < 10; round++) {
      const [registered, recorded] = await Promise.all([
        request<Problem>(guests(), {
          token,
          json: { external_id: `both-${round}`, email: `both-${round}@x.com` },
        }),
        put({ identifiers: [id(`both-${round}`), email(`both-${round}@x.com`)] }),
      ])
      expect([200, 201]).toContain(recorded.status)
      if (registered.status !== 201) expect(registered.body.code).toBe('guest_exists')
      expect(await find({ external_id: `both-${round}` })).toHaveLength(1)
    }
  })

  test('reads a phone number by the country of the venue, or else of the organisation', async () => {
    const refused = await put({ identifiers: [phone('020 7946 0000')] })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect(refused.body.errors).toEqual({
      'identifiers.0.value': [expect.stringContaining('has no country code')],
    })
    await setCountry('GB')
    const ada = (await put({ identifiers: [phone('020 7946 0000')] })).body
    expect([ada.guest.phone, ada.identifiers[0]?.value]).toEqual(['+442079460000', '+442079460000'])
    await organisation.venue('LISBOA')
    await millrace.database.engine.query(
      `UPDATE venues SET country = 'PT' WHERE organisation_id = $1 AND serial = 'LISBOA'`,
      [organisation.id],
    )
    const berta = (await put({ identifiers: [phone('212 345 678')], serial: 'LISBOA' })).body
    expect(berta.guest.phone).toBe('+351212345678')
    // A venue that is not known has no country, so the organisation's applies.
    expect((await put({ identifiers: [phone('(020) 7946 0000')], serial: 'NOWHERE' })).body.guest.id).toBe(
      ada.guest.id,
    )
  })

  test.each([
    [{}, 'identifiers'],
    [{ identifiers: [] }, 'identifiers'],
    [{ identifiers: Array(21).fill(email('a@b')) }, 'identifiers'],
    [{ identifiers: [email('ada')] }, 'identifiers.0.value'],
    [{ identifiers: [email('a\0@b')] }, 'identifiers.0.value'],
    [{ identifiers: [phone('soon')] }, 'identifiers.0.value'],
    [{ identifiers: [{ type: 'name', value: 'x' }] }, 'identifiers.0.type'],
    [{ identifiers: [{ type: 'email' }] }, 'identifiers.0.value'],
    [{ identifiers: [id('x'.repeat(201))] }, 'identifiers.0.value'],
    [{ identifiers: [id('x', 'Toast')] }, 'identifiers.0.system'],
    [{ identifiers: [{ ...email('a@b'), system: 'toast' }] }, 'identifiers.0.system'],
    [{ identifiers: [email('a@b')], email_consent: true }, 'email_consent'],
    [{ identifiers: [email('a@b')], points: 5 }, 'points'],
    [{ identifiers: [email('a@b')], consent: { email: { given: true } } }, 'consent.email.at'],
    [
      {
        identifiers: [email('a@b')],
        consent: { email: { given: true, at: '2026-01-01T00:00:00Z', words: 'x' } },
      },
      'consent.email.where',
    ],
    [
      {
        identifiers: [email('a@b')],
        consent: { sms: { given: true, at: '2026-01-01T00:00:00Z', where: 'x' } },
      },
      'consent.sms.words',
    ],
    [
      { identifiers: [email('a@b')], consent: { email: consent(true, '2999-01-01T00:00:00Z') } },
      'consent.email.at',
    ],
    [{ identifiers: [email('a@b')], consent: { email: consent(true, 'yesterday') } }, 'consent.email.at'],
  ])('%j is refused at %s, and nobody is created', async (json, field) => {
    const answer = await put(json)
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]).toEqual([
      400,
      'validation_failed',
      [field],
    ])
    expect(await find({})).toEqual([])
  })
})

describe('consent that another system sends', () => {
  const ada = { identifiers: [email('ada@example.com')] }

  test('is kept with when, where and in which words', async () => {
    const { guest } = (await put({ ...ada, consent: { email: consent(true) } })).body
    expect([guest.email_consent, guest.sms_consent]).toEqual([true, false])
    expect(await consentChanges(guest.id)).toEqual([
      {
        field: 'email_consent',
        value: true,
        how: 'integration',
        actor: `API key ${organisation.clientId}`,
        stated_at: new Date('2026-03-01T10:00:00Z'),
        stated_where: 'Web form of The Harbour Kitchen',
        stated_words: 'Yes, send me offers by e-mail',
      },
    ])
  })

  test('never overwrites a refusal, however it came', async () => {
    const { guest } = (await put({ ...ada, consent: { email: consent(true), sms: consent(true) } })).body
    await put({
      ...ada,
      consent: { email: consent(false), sms: { given: false, at: '2026-04-01T10:00:00Z' } },
    })
    const again = await put({ ...ada, name: 'Ada', consent: { email: consent(true), sms: consent(true) } })
    expect(again.body).toMatchObject({
      guest: { name: 'Ada', email_consent: false, sms_consent: false },
      refusals_kept: ['email_consent', 'sms_consent'],
    })
    const patched = await patch(guest.id, { consent: { email: consent(true) } })
    expect(patched.body).toMatchObject({ guest: { email_consent: false }, refusals_kept: ['email_consent'] })
  })

  test('and a refusal of a guest who had never agreed is one too, once', async () => {
    const { guest } = (await put({ ...ada, consent: { email: consent(false) } })).body
    await put({ ...ada, consent: { email: consent(false) } })
    expect(await consentChanges(guest.id)).toMatchObject([{ field: 'email_consent', value: false }])
    const again = await put({ ...ada, consent: { email: consent(true) } })
    expect(again.body).toMatchObject({ guest: { email_consent: false }, refusals_kept: ['email_consent'] })
  })

  test('of a guest who was never asked is taken', async () => {
    const guest = await organisation.guest({ email: 'ada@example.com', email_consent: false })
    const answer = await put({ ...ada, consent: { email: consent(true) } })
    expect(answer.body).toMatchObject({ guest: { id: guest, email_consent: true }, refusals_kept: [] })
  })

  test('not to be contacted is taken, and not taken back', async () => {
    await put({ ...ada, do_not_contact: true })
    const answer = await put({ ...ada, do_not_contact: false })
    expect(answer.body).toMatchObject({ guest: { do_not_contact: true }, refusals_kept: ['do_not_contact'] })
  })
})

describe('topics that another system sends', () => {
  const topics = [
    { id: 'events', name: 'Events' },
    { id: 'offers', name: 'Offers', names: { pt: 'Ofertas' } },
  ]
  const said = { at: '2026-03-01T10:00:00Z', where: 'Booking form', words: 'News about events' }
  const turned = (on: boolean) => ({ on, ...said })
  const ada = [email('topics@example.com')]
  beforeEach(() =>
    millrace.database.engine.query(
      `UPDATE organisations SET settings = settings || jsonb_build_object('topics', $2::jsonb) WHERE id = $1`,
      [organisation.id, JSON.stringify(topics)],
    ),
  )

  test('can be listed', async () => {
    const listed = await request(`${millrace.url}/v1/topics`, { token })
    expect(listed).toMatchObject({ status: 200, body: { data: topics } })
  })

  test('are turned off with when, where and in which words, and are not turned on again', async () => {
    const first = await put({ identifiers: ada, topics: { events: turned(false), offers: turned(true) } })
    expect(first.body).toMatchObject({ guest: { topics_off: ['events'] }, topics_kept_off: [] })
    const { id: guest } = first.body.guest
    const again = await patch(guest, { topics: { events: turned(true), '@clicks': turned(false) } })
    expect(again.body).toMatchObject({
      guest: { topics_off: ['@clicks', 'events'] },
      topics_kept_off: ['events'],
      refusals_kept: [],
    })
    expect((await patch(guest, { name: 'Ada', topics: null })).body.guest.topics_off).toHaveLength(2)
    const change = {
      value: false,
      how: 'integration',
      stated_at: new Date(said.at),
      stated_where: said.where,
      stated_words: said.words,
    }
    expect(await consentChanges(guest)).toMatchObject([
      { ...change, field: 'topic:events' },
      { ...change, field: 'topic:@clicks' },
    ])
  })

  test.each([
    [{ wine: turned(false) }, { 'topics.wine': ['must be one of: events, offers, @clicks'] }],
    [{ events: { on: false } }, { 'topics.events.at': ['is required'] }],
    [
      { events: { on: false, at: '2999-01-01T00:00:00Z' } },
      { 'topics.events.at': ['must not be in the future'] },
    ],
  ])('are refused where they cannot be: %j', async (given, errors) => {
    const refused = await put({ identifiers: ada, topics: given })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', errors } })
  })
})

describe('PATCH /v1/guests/{id}', () => {
  test('changes what is named, and an address that is replaced identifies nobody', async () => {
    const guest = await organisation.guest({ email: 'old@example.com', name: 'Ada', tags: ['vip'] })
    await setCountry('GB')
    const answer = await patch(guest, {
      email: 'New@example.com',
      phone: '020 7946 0000',
      attributes: { a: 1 },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      guest: {
        name: 'Ada',
        email: 'New@example.com',
        phone: '+442079460000',
        tags: ['vip'],
        attributes: { a: 1 },
      },
      identifiers: expect.arrayContaining([
        { type: 'email', value: 'new@example.com', system: null },
        { type: 'phone', value: '+442079460000', system: null },
      ]),
      not_added: [],
    })
    expect(await find({ email: 'old@example.com' })).toEqual([])
    expect((await find({ email: 'NEW@example.com' })).map(found => found.id)).toEqual([guest])
    const emptied = await patch(guest, { email: null, name: null })
    expect(emptied.body.guest).toMatchObject({ email: null, name: null, phone: '+442079460000' })
  })

  test('adds and removes identifiers, and names the guest who has one', async () => {
    const other = await organisation.guest({ email: 'ada@example.com' })
    const guest = await organisation.guest({ phone: '+442079460000' })
    const added = await patch(guest, { add_identifiers: [id('9', 'toast'), email('ada@example.com')] })
    expect(added.body.not_added).toEqual([
      {
        identifier: { type: 'email', value: 'ada@example.com', system: null },
        organisation_registration_id: other,
      },
    ])
    expect((await find({ external_id: '9', system: 'toast' })).map(found => found.id)).toEqual([guest])
    const removed = await patch(guest, {
      remove_identifiers: [id('9', 'toast'), phone('+442079460000'), id('x')],
    })
    expect(removed.body).toMatchObject({ guest: { phone: null }, identifiers: [] })
    expect(await find({ external_id: '9', system: 'toast' })).toEqual([])
    // What is another's is not removed.
    await patch(guest, { remove_identifiers: [email('ada@example.com')] })
    expect(await find({ email: 'ada@example.com' })).toHaveLength(1)
  })

  test('for one address of two guests at once gives it to one of them, and the answer to the other says whose it is', async () => {
    for (let round = 0; round < 5; round++) {
      const two = [await organisation.guest(), await organisation.guest()] as const
      const claimed = [email(`claimed-${round}@x.com`), id(`claimed-${round}`)]
      const [one, other] = await Promise.all([
        patch(two[0], { add_identifiers: claimed }),
        patch(two[1], { add_identifiers: claimed.toReversed() }),
      ])
      expect([one.status, other.status]).toEqual([200, 200])
      const [holder] = await find({ email: `claimed-${round}@x.com` })
      const loser = holder?.id === two[0] ? other : one
      expect((await find({ external_id: `claimed-${round}` })).map(found => found.id)).toEqual([holder?.id])
      expect(loser.body.identifiers).toEqual([])
      expect(loser.body.not_added.map(held => held.organisation_registration_id)).toEqual([
        holder?.id,
        holder?.id,
      ])
    }
  })

  test('refuses what cannot be: nobody, an external_id that is taken, nothing at all', async () => {
    await organisation.guest({ external_id: 'one' })
    await put({ identifiers: [id('one'), id('further')] })
    const guest = await organisation.guest({ external_id: 'two' })
    expect((await patch(newId(), { name: 'x' })).body.code).toBe('guest_not_found')
    expect((await patch('x', { name: 'x' })).body.code).toBe('guest_not_found')
    for (const taken of ['one', 'further'])
      expect((await patch(guest, { external_id: taken })).body.code).toBe('guest_exists')
    expect((await patch(guest, {})).status).toBe(400)
    expect(Object.keys((await patch(guest, { phone: 'x', points: 1 })).body.errors ?? {})).toEqual(['points'])
    expect(Object.keys((await patch(guest, { phone: 'x' })).body.errors ?? {})).toEqual(['phone'])
    const registered = await request<Problem>(guests(), { token, json: { external_id: 'further' } })
    expect([registered.status, registered.body.code]).toEqual([409, 'guest_exists'])
  })
})

describe('GET /v1/guests by identifier', () => {
  test('finds the one guest who has it, and with several who has all', async () => {
    const ada = await organisation.guest({
      email: 'Ada@example.com',
      phone: '+442079460000',
      external_id: 'a',
    })
    await organisation.guest({ email: 'bertha@example.com' })
    await setCountry('GB')
    for (const query of [
      { email: 'ADA@EXAMPLE.COM' },
      { phone: '+442079460000' },
      { phone: '020 7946 0000' },
      { email: 'ada@example.com', phone: '+442079460000', external_id: 'a' },
    ])
      expect((await find(query)).map(guest => guest.id)).toEqual([ada])
    expect(await find({ email: 'bertha@example.com', external_id: 'a' })).toEqual([])
    expect(await find({ email: 'nobody@example.com' })).toEqual([])
    // A plus that was not encoded arrives as a space.
    const { body } = await request<{ data: Guest[] }>(`${guests()}?phone=+442079460000`, { token })
    expect(body.data.map(guest => guest.id)).toEqual([ada])
  })

  test.each([
    ['email=ada', 'email'],
    ['email=a%00@b', 'email'],
    ['phone=soon', 'phone'],
    ['phone=02079460000', 'phone'],
    ['system=toast', 'external_id'],
    ['external_id=1&system=Toast', 'system'],
    ['mail=a@b', 'mail'],
  ])('%s is refused at %s', async (query, field) => {
    const answer = await request<Problem>(`${guests()}?${query}`, { token })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]])
  })

  test('knows guests whatever they were written by, and no longer who was erased', async () => {
    const ada = await organisation.guest({ email: 'ada@example.com', phone: '+442079460000' })
    expect((await read(ada)).body.identifiers).toEqual([
      { type: 'email', value: 'ada@example.com', system: null },
      { type: 'phone', value: '+442079460000', system: null },
    ])
    await millrace.database.engine.query(`UPDATE guests SET email = 'lovelace@example.com' WHERE id = $1`, [
      ada,
    ])
    expect((await find({ email: 'lovelace@example.com' })).map(guest => guest.id)).toEqual([ada])
    await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, ada, 'test'))
    expect(await find({ email: 'lovelace@example.com' })).toEqual([])
    expect((await put({ identifiers: [phone('+442079460000')] })).status).toBe(201)
  })

  test('of guests who share an address finds the first, and then the next', async () => {
    const family = [1, 2, 3].map(n => organisation.guest({ email: 'family@example.com', name: `${n}` }))
    const ids = (await Promise.all(family)).toSorted()
    const holder = async () => (await find({ email: 'family@example.com' })).map(guest => guest.id)
    const [first] = await holder()
    await patch(first as string, { email: null })
    const left = ids.filter(one => one !== first)
    expect(await holder()).toEqual([left[0]])
  })
})

describe('the upgrade', () => {
  test('gives each guest the identifiers they have, and one that several have to the oldest', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client(database.connection)
    await client.connect()
    try {
      await client.query('SET ROLE millrace_engine')
      await client.query('SET search_path = millrace')
      await client.query(`
        DROP TABLE guest_identifiers; DROP FUNCTION keep_identifiers, forget_identifiers, pass_identifiers CASCADE;
        DROP FUNCTION identifier_value;
        DROP FUNCTION record_refusal; ALTER TABLE venues DROP country;
        ALTER TABLE consent_changes DROP stated_at, DROP stated_where, DROP stated_words`)
      const organisationId = newId()
      await client.query(`INSERT INTO organisations (id, name) VALUES ($1, 'Old')`, [organisationId])
      const [ada, bertha, carla] = [newId(), newId(), newId()].toSorted() as [string, string, string]
      const insert = (guest: string, ...rest: (string | null)[]) =>
        client.query(
          'INSERT INTO guests (organisation_id, id, email, phone, external_id) VALUES ($1, $2, $3, $4, $5)',
          [organisationId, guest, ...rest],
        )
      await insert(carla, 'CARLA@example.com', '+442079460000', null)
      await insert(bertha, 'Family@example.com', '+442079460000', 'crm-2')
      await insert(ada, 'family@example.com', null, 'crm-1')
      await client.query(await readFile('server/migrations/0024_identifiers.sql', 'utf8'))
      const { rows } = await client.query(
        'SELECT type, value, guest_id FROM guest_identifiers ORDER BY type, value',
      )
      expect(rows).toEqual([
        { type: 'email', value: 'carla@example.com', guest_id: carla },
        { type: 'email', value: 'family@example.com', guest_id: ada },
        { type: 'external_id', value: 'crm-1', guest_id: ada },
        { type: 'external_id', value: 'crm-2', guest_id: bertha },
        { type: 'phone', value: '+442079460000', guest_id: bertha },
      ])
    } finally {
      await client.end()
      await database.drop()
    }
  })
})
