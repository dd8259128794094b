import type { Guest } from '@millrace/contract/guest'
import type { Identifier } from '@millrace/contract/identifier'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { importsOf } from '../support/import-file.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let imports: ReturnType<typeof importsOf>

beforeAll(async () => {
  millrace = await startTestMillrace()
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  token = await organisation.token()
  imports = importsOf(millrace.url, () => token)
})

const find = async (query: Record<string, string>) =>
  (await request<{ data: Guest[] }>(`${millrace.url}/v1/guests?${new URLSearchParams(query)}`, { token }))
    .body.data
const read = async (id: string) =>
  (await request<{ guest: Guest; identifiers: Identifier[] }>(`${millrace.url}/v1/guests/${id}`, { token }))
    .body
const put = (json: object) => request(`${millrace.url}/v1/guests`, { method: 'PUT', token, json })
const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, refused: 0, refusals_kept: 0 }

describe('an import of guests', () => {
  test('creates and changes guests, and says how each column was read', async () => {
    const known = await organisation.guest({ email: 'ada@example.com', name: 'A.', tags: ['old'] })
    const file = [
      'Email,Mobile,First name,Last name,Tags,Birthday,Notes',
      'ADA@example.com,+442079460000,Ada,Byron,vip;old,10/12/1990,likes the window',
      'bo@example.com,,Bo,,,,',
    ].join('\r\n')
    const done = await imports.imported(file, {
      file_name: 'guests.csv',
      columns: { Birthday: 'attributes.birthday:date' },
      date_format: 'DD/MM/YYYY',
    })
    expect(done).toMatchObject({
      status: 'imported',
      file_name: 'guests.csv',
      bytes_received: file.length,
      bytes_read: file.length,
      counts: { ...counts, rows: 2, created: 1, changed: 1 },
      columns: {
        Email: 'email',
        Mobile: 'phone',
        'First name': 'first_name',
        'Last name': 'last_name',
        Tags: 'tags',
        Birthday: 'attributes.birthday:date',
        Notes: 'ignore',
      },
      error: null,
      undo: null,
    })
    const { guest, identifiers } = await read(known)
    expect(guest).toMatchObject({
      name: 'Ada Byron',
      email: 'ada@example.com',
      phone: '+442079460000',
      tags: ['old', 'vip'],
      attributes: { birthday: '1990-12-10' },
      email_consent: false,
    })
    expect(identifiers.map(({ value }) => value)).toEqual(['ada@example.com', '+442079460000'])
    expect(await find({ email: 'bo@example.com' })).toMatchObject([{ name: 'Bo' }])
    const { rows } = await millrace.database.engine.query(
      'SELECT FROM guest_import_parts WHERE organisation_id = $1',
      [organisation.id],
    )
    expect(rows).toEqual([])
  })

  test('repeated with the same file, changes nothing', async () => {
    const file = 'email,name\na@example.com,Ada\nb@example.com,Bo\n'
    await imports.imported(file)
    expect((await imports.imported(file)).counts).toEqual({ ...counts, rows: 2, unchanged: 2 })
  })

  test('brings consent with what can be shown of it, and never overwrites a refusal', async () => {
    await put({
      identifiers: [{ type: 'email', value: 'no@example.com' }],
      consent: { email: { given: false, at: '2026-01-01T00:00:00Z' } },
    })
    const file =
      'email,email_consent,consent_at,sms_consent\nyes@example.com,yes,2026-03-01,no\nno@example.com,yes,2026-03-01,\n'
    const done = await imports.imported(file, { consent: { where: 'Web form', words: 'Send me offers' } })
    expect(done.counts).toMatchObject({ created: 1, refused: 0, refusals_kept: 1 })
    expect(await find({ email: 'no@example.com' })).toMatchObject([{ email_consent: false }])
    const [yes] = await find({ email: 'yes@example.com' })
    expect(yes).toMatchObject({ email_consent: true, sms_consent: false })
    const { rows } = await millrace.database.engine.query(
      `SELECT field, value, how, stated_at, stated_where, stated_words FROM consent_changes
       WHERE guest_id = $1 ORDER BY field`,
      [yes?.id],
    )
    expect(rows).toEqual([
      {
        field: 'email_consent',
        value: true,
        how: 'integration',
        stated_at: new Date('2026-03-01T00:00:00Z'),
        stated_where: 'Web form',
        stated_words: 'Send me offers',
      },
      expect.objectContaining({ field: 'sms_consent', value: false }),
    ])
  })

  test('refuses a row with its reasons and its values, and imports its neighbours', async () => {
    const other = await organisation.guest({ phone: '+442079460001' })
    const known = await organisation.guest({ email: 'known@example.com' })
    const file = Buffer.concat([
      Buffer.from('\ufeffemail,phone,name\n'),
      Buffer.from('one@example.com,,One\n'),
      Buffer.from('ONE@example.com,,Another guest\n'),
      Buffer.from('two@example.com,020 7946 0000,Two\n'),
      Buffer.from('ren@example.com,,Ren'),
      Buffer.from([0xe9]),
      Buffer.from('\nknown@example.com,+442079460001,Both\n'),
      Buffer.from('"open@example.com,,Open\n'),
      Buffer.from('three@example.com,,Three,more\n'),
      Buffer.from('last@example.com,,Last'),
    ])
    const done = await imports.imported(file)
    expect(done).toMatchObject({ status: 'imported', counts: { rows: 8, created: 2, refused: 6 } })
    expect(await imports.refused(done.id)).toEqual([
      {
        row: 3,
        reasons: { email: ['is also in row 2'] },
        values: { email: 'ONE@example.com', phone: '', name: 'Another guest' },
      },
      {
        row: 4,
        reasons: { phone: [expect.stringContaining('has no country code')] },
        values: { email: 'two@example.com', phone: '020 7946 0000', name: 'Two' },
      },
      {
        row: 5,
        reasons: { name: [expect.stringContaining('is not UTF-8')] },
        values: { email: 'ren@example.com', phone: '', name: 'René' },
      },
      {
        row: 6,
        reasons: { phone: [`belongs to another guest (${other}) than "email" (${known})`] },
        values: expect.objectContaining({ name: 'Both' }),
      },
      {
        row: 7,
        reasons: { row: [expect.stringContaining('a quote that is never closed')] },
        values: { line: '"open@example.com,,Open\n' },
      },
      {
        row: 8,
        reasons: { row: ['has 4 cells, and there are 3 columns'] },
        values: expect.objectContaining({ email: 'three@example.com', 'further cells': 'more' }),
      },
    ])
    expect(await find({ email: 'last@example.com' })).toMatchObject([{ name: 'Last' }])
  })

  test('takes a row that is exactly the same as an earlier one for what it is', async () => {
    const done = await imports.imported('email,name\na@example.com,Ada\na@example.com,Ada\n')
    expect(done.counts).toEqual({ ...counts, rows: 2, created: 1, unchanged: 1 })
  })

  test('takes one object per line as well, with keys in place of columns', async () => {
    const file = [
      '{"email":"a@example.com","name":"Ada","attributes":{"table":12},"tags":["vip"]}',
      'not json',
      '{"mail_of_guest":"b@example.com","noted":true}',
    ].join('\n')
    const done = await imports.imported(file, { format: 'ndjson', columns: { mail_of_guest: 'email' } })
    expect(done).toMatchObject({ counts: { rows: 3, created: 2, refused: 1 }, columns: { noted: 'ignore' } })
    expect(await find({ email: 'a@example.com' })).toMatchObject([
      { attributes: { table: 12 }, tags: ['vip'] },
    ])
    expect(await imports.refused(done.id)).toEqual([
      { row: 2, reasons: { row: ['is not JSON'] }, values: { line: 'not json' } },
    ])
  })

  test.each([
    ['No part of the file has arrived yet.', ''],
    ['No column identifies a guest.', 'name,notes\nAda,\n'],
    ['is larger than 64 KiB.', `email${',x'.repeat(400_000)}\n`],
    ['The file is UTF-16.', '\xff\xfee\0m\0'],
  ])('fails with the reason where the whole file cannot be read: %s', async (sentence, file) => {
    const { id } = (await imports.create({ format: 'csv' })).body.guest_import
    if (file !== '') await imports.add(id, 0, Buffer.from(file, 'latin1'))
    const answer = await imports.start(id)
    if (file === '') return expect(answer.body).toMatchObject({ code: 'import_refused', message: sentence })
    expect(await imports.over(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(sentence),
    })
  })
})

describe('points', () => {
  const entries = (guestId: string | undefined) =>
    millrace.database.engine
      .query('SELECT points, reason, actor FROM points_entries WHERE guest_id = $1 ORDER BY created_at', [
        guestId,
      ])
      .then(({ rows }) => rows.map(({ points, reason }) => ({ points, reason })))

  test('become what the file says, by an entry for the difference; an undo takes back what is still there', async () => {
    const known = await organisation.guest({ email: 'ada@example.com' })
    const file = 'email,points\nada@example.com,120\nbo@example.com,7\ncy@example.com,1.5\n'
    const done = await imports.imported(file)
    expect(done.counts).toMatchObject({ created: 1, changed: 1, refused: 1 })
    expect((await read(known)).guest.points).toBe(120)
    expect(await entries(known)).toEqual([{ points: 120, reason: 'Import' }])
    const [bo] = await find({ email: 'bo@example.com' })
    expect(bo?.points).toBe(7)
    const again = await imports.imported(file)
    expect(again.counts).toMatchObject({ unchanged: 2, changed: 0 })
    await imports.undo(done.id)
    expect(await imports.over(done.id)).toMatchObject({ undo: { deleted: 1, restored: 1, kept: 0 } })
    expect((await read(known)).guest.points).toBe(0)
    expect((await entries(known)).map(({ points }) => points)).toEqual([120, -120])
    expect(await entries(bo?.id)).toEqual([])
  })
})

describe('visits', () => {
  const facts = async (id: string) =>
    (await request<{ facts: object }>(`${millrace.url}/v1/guests/${id}/facts`, { token })).body
  const declare = () =>
    inTransaction(millrace.database.engine, tx =>
      setMeaning(tx, organisation.id, 'old till', { kind: 'visit', amount: 'spend' }, 'test'),
    )
  const settings = { kind: 'visits', source: 'old till', columns: { Spent: 'amount' } } as const

  test('become history with entries in the ledger, once each, and start nothing; an undo removes them', async () => {
    await declare()
    await organisation.venue('LEEDS')
    await organisation.workflow({
      trigger: { source: 'old till' },
      start: 'end',
      nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
    })
    const ada = await organisation.guest({ email: 'ada@example.com' })
    const before = await facts(ada)
    const file = [
      'email,date,venue,Spent',
      'ada@example.com,2026-03-01 19:30,LEEDS,42.50',
      'ada@example.com,2026-04-01,LEEDS,10',
      'ada@example.com,2026-04-01,LEEDS,10.00',
      'nobody@example.com,2026-04-01,LEEDS,10',
      'ada@example.com,2026-04-02,LEEDS,ten',
    ].join('\n')
    const id = await imports.sent(file, settings)
    await imports.start(id, true)
    const counted = { rows: 5, created: 2, changed: 0, unchanged: 1, refused: 2 }
    expect(await imports.over(id)).toMatchObject({ status: 'checked', counts: counted })
    expect(await facts(ada)).toEqual(before)
    await imports.start(id)
    expect(await imports.over(id)).toMatchObject({ status: 'imported', kind: 'visits', counts: counted })
    expect((await imports.refused(id)).map(({ row, reasons }) => ({ row, reasons }))).toEqual([
      { row: 5, reasons: { row: ['is about a guest who is not known. Import the guests first'] } },
      { row: 6, reasons: { Spent: [expect.stringContaining('must be an amount')] } },
    ])
    expect(await facts(ada)).toMatchObject({ facts: { visits: 2, spend: 52.5 } })
    const { body } = await request<{ data: { status: string; parameters: object }[] }>(
      `${millrace.url}/v1/events?organisation_registration_id=${ada}`,
      { token },
    )
    expect(body.data.map(({ status }) => status)).toEqual(['history', 'history'])
    const again = await imports.imported(file, settings)
    expect(again.counts).toMatchObject({ created: 0, unchanged: 3, refused: 2 })
    await imports.undo(id)
    expect(await imports.over(id)).toMatchObject({ status: 'undone', undo: { deleted: 2 } })
    expect(await facts(ada)).toEqual(before)
  })

  test.each([
    [{ kind: 'visits' }, 'source'],
    [{ kind: 'visits', source: 'unheard' }, 'source'],
    [{ kind: 'guests', source: 'old till' }, 'source'],
    [{ kind: 'visits', source: 'old till', columns: { Name: 'name' } }, 'columns.Name'],
    [{ kind: 'guests', columns: { Total: 'amount' } }, 'columns.Total'],
  ])('are not taken with settings that mean nothing: %j', async (given, field) => {
    await declare()
    const answer = await imports.create({ format: 'csv', ...given })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
  })

  test.each([
    ['No column says when the visits were.', 'email,Spent\n'],
    ['has no parameter for it', 'email,date,Spent,covers\na@example.com,2026-01-01,1,2\n'],
  ])('of a file that cannot be read as a whole fail with the reason: %s', async (sentence, file) => {
    await declare()
    expect(await imports.imported(file, settings)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(sentence),
    })
  })
})

describe('a trial', () => {
  test('counts what the import would do, lists refused rows, and changes nothing', async () => {
    const known = await organisation.guest({ email: 'ada@example.com', name: 'A.' })
    const file =
      'email,name\nada@example.com,Ada\nbo@example.com,Bo\nbo@example.com,Bob\nbroken,Cy\nnew@example.com,New\n'
    const id = await imports.sent(file)
    await imports.start(id, true)
    const trial = await imports.over(id)
    expect(trial).toMatchObject({
      status: 'checked',
      counts: { rows: 5, created: 2, changed: 1, unchanged: 0, refused: 2 },
    })
    expect((await read(known)).guest.name).toBe('A.')
    expect(await find({ email: 'bo@example.com' })).toEqual([])
    const refused = await imports.refused(id)
    expect(refused.map(({ row }) => row)).toEqual([4, 5])

    await imports.start(id)
    const done = await imports.over(id)
    expect(done).toMatchObject({ status: 'imported', counts: trial.counts })
    expect(await imports.refused(id)).toEqual(refused)
    expect((await read(known)).guest.name).toBe('Ada')
  })
})

describe('an undo', () => {
  test('deletes the guests that were created and restores the others', async () => {
    const known = await organisation.guest({ email: 'ada@example.com', name: 'A.', tags: ['old'] })
    const before = await read(known)
    const done = await imports.imported(
      'email,phone,name,tags,external_id.toast,email_consent\n' +
        'ada@example.com,+442079460000,Ada,vip,88,yes\nbo@example.com,,Bo,,89,yes\n',
      { consent: { at: '2026-01-01T00:00:00Z', where: 'Till', words: 'Yes' } },
    )
    expect((await read(known)).guest).toMatchObject({ name: 'Ada', email_consent: true })
    const answer = await imports.undo(done.id)
    expect(answer.body.guest_import.status).toBe('undoing')
    expect(await imports.over(done.id)).toMatchObject({
      status: 'undone',
      counts: { created: 1, changed: 1 },
      undo: { deleted: 1, restored: 1, kept: 0 },
    })
    const after = await read(known)
    expect({ ...after.guest, updated_at: '' }).toEqual({ ...before.guest, updated_at: '' })
    expect(after.identifiers).toEqual(before.identifiers)
    expect(await find({ email: 'bo@example.com' })).toEqual([])
    const again = await imports.undo(done.id)
    expect(again.body).toMatchObject({ code: 'import_refused', message: 'The import is undone already.' })
    // The guest has refused nothing: a consent is taken again.
    const consent = { email: { given: true, at: '2026-02-01T00:00:00Z', where: 'Web', words: 'Yes' } }
    await put({ identifiers: [{ type: 'email', value: 'ada@example.com' }], consent })
    expect((await read(known)).guest.email_consent).toBe(true)
  })

  test('keeps a guest to whom something has happened since, and what was changed since', async () => {
    const known = await organisation.guest({ email: 'ada@example.com', name: 'A.' })
    const done = await imports.imported(
      'email,name,tags\nada@example.com,Ada,vip\nbo@example.com,Bo,\ncy@example.com,Cy,\n',
    )
    const [bo] = await find({ email: 'bo@example.com' })
    const [cy] = await find({ email: 'cy@example.com' })
    await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: { organisation_registration_id: bo?.id, parameters: { source: 'till' } },
    })
    await put({ identifiers: [{ type: 'email', value: 'cy@example.com' }], name: 'Cyril' })
    await put({ identifiers: [{ type: 'email', value: 'ada@example.com' }], name: 'Ada Byron' })
    await imports.undo(done.id)
    expect(await imports.over(done.id)).toMatchObject({ undo: { deleted: 0, restored: 1, kept: 2 } })
    expect((await read(known)).guest).toMatchObject({ name: 'Ada Byron', tags: [] })
    expect((await read(bo?.id as string)).guest.name).toBe('Bo')
    expect((await read(cy?.id as string)).guest.name).toBe('Cyril')
  })

  test('is refused where nothing was imported', async () => {
    const id = await imports.sent('email\na@example.com\n')
    expect((await imports.undo(id)).body).toMatchObject({ code: 'import_refused' })
  })
})

describe('the file', () => {
  test('arrives in parts, in their order; a part that is sent again changes nothing', async () => {
    const { id } = (await imports.create({ format: 'csv' })).body.guest_import
    expect((await imports.add(id, 0, 'email\na@exam')).body.guest_import.bytes_received).toBe(12)
    const gap = await imports.add(id, 13, 'le.com')
    expect(gap).toMatchObject({
      status: 409,
      body: { code: 'import_refused', message: '12 bytes have arrived: send the part that begins there.' },
    })
    expect((await imports.add(id, 0, 'email\na@exam')).body.guest_import.bytes_received).toBe(12)
    await imports.add(id, 12, 'ple.com\n')
    await imports.start(id)
    expect(await imports.over(id)).toMatchObject({ counts: { created: 1 } })
    expect((await imports.add(id, 20, 'x')).body).toMatchObject({ code: 'import_refused' })
  })

  test('is created once for each Idempotency-Key, so that a client finds its import again', async () => {
    const key = { 'idempotency-key': 'file-1' }
    const first = await imports.create({ format: 'csv' }, key)
    const second = await imports.create({ format: 'csv' }, key)
    expect(second.body.guest_import.id).toBe(first.body.guest_import.id)
  })

  test.each([
    [{ format: 'xls' }, 'format'],
    [{ format: 'csv', columns: { Mail: 'mail' } }, 'columns.Mail'],
    [{ format: 'csv', columns: { A: 'attributes.' } }, 'columns.A'],
    [{ format: 'csv', serial: 'NOWHERE' }, 'serial'],
    [{ format: 'csv', delimiter: 'x' }, 'delimiter'],
    [{ format: 'csv', consent: { at: '2999-01-01T00:00:00Z' } }, 'consent.at'],
  ])('is not taken with settings that mean nothing: %j', async (settings, field) => {
    const answer = await imports.create(settings)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
  })

  test.each(['***', 'YQ', ''])('is not taken as %j, which is not base64', async content => {
    const { id } = (await imports.create({ format: 'csv' })).body.guest_import
    const answer = await request<{ errors: object }>(`${millrace.url}/v1/guest-imports/${id}/file`, {
      method: 'PUT',
      token,
      json: { offset: 0, content },
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['content'])
  })
})

test('an import can be cancelled only while something is under way, and is listed newest first', async () => {
  const first = await imports.sent('email\na@example.com\n')
  const second = await imports.sent('email\nb@example.com\n')
  expect((await imports.cancel(first)).body).toMatchObject({ code: 'import_refused' })
  const { body } = await request<{ data: { id: string; status: string }[] }>(
    `${millrace.url}/v1/guest-imports`,
    { token },
  )
  expect(body.data.map(({ id, status }) => ({ id, status }))).toEqual([
    { id: second, status: 'receiving' },
    { id: first, status: 'receiving' },
  ])
})
