import type { PullTry, WholeConnection } from '@millrace/contract/dashboard/connections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { removePull, savePull } from '../../server/src/connections/pull/settings.ts'
import { readConnection } from '../../server/src/connections/read-connection.ts'
import { json } from '../../server/src/connections/vendors/generic.ts'
import { keySetOf, tokenBy } from '../../server/src/connections/vendors/jwt.fixture.ts'
import { watchConnections } from '../../server/src/connections/watch-connections.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { signedIn } from '../support/dashboard.ts'
import { deliver } from '../support/deliver.ts'
import { eventually, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { startVendorTokens, TOKEN_SECRET, type VendorTokens } from '../support/vendor-tokens.ts'

let millrace: TestMillrace
let system: Awaited<ReturnType<typeof httpReceiver>>
/** What the booking system has, two a page; its cursor is the number of the last one. */
let bookings: { id: number; email: string }[]
let broken = false
/** Answers that are not given yet. */
let hanging: { end(text: string): unknown }[] = []
let tokenServer: VendorTokens
let mail: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  tokenServer = await startVendorTokens()
  system = await httpReceiver(async (response, { path, headers }) => {
    if (path === '/private') {
      const scope = await tokenServer.scopeOf(headers.authorization?.replace('Bearer ', '') ?? '')
      response.statusCode = scope === 'bookings' && headers['x-account'] === 'ours' ? 200 : 401
      return void response.end(JSON.stringify({ email: `seen-${system.received.length}@example.com` }))
    }
    if (path.startsWith('/jwks') && !broken) return void response.end(keySetOf('sender'))
    if (path === '/none') return void response.end('{}')
    if (path.startsWith('/hangs')) return void hanging.push(response)
    const after = Number(new URL(path, 'http://x').searchParams.get('after') ?? 0)
    const page = bookings.filter(({ id }) => id > after).slice(0, 2)
    const etag = `"${after}-${page.length}"`
    if (headers.authorization !== 'Bearer token') response.statusCode = 401
    else if (broken) response.statusCode = 500
    else if (headers['if-none-match'] === etag) response.statusCode = 304
    response.setHeader('etag', etag)
    response.end(
      response.statusCode === 304 ? '' : JSON.stringify({ bookings: page, next: page.at(-1)?.id ?? null }),
    )
  })
  mail = await mailServer()
  millrace = await startTestMillrace({
    config: {
      allowedPrivateAddresses: ['127.0.0.1'],
      allowedPorts: [system.port, mail.port, tokenServer.port],
    },
  })
})
afterAll(async () => {
  await millrace.stop()
  await system.close()
  await mail.close()
  await tokenServer.close()
})

const anyone = {
  every_seconds: 3_600,
  auth: 'none',
  header: null,
  cursor_parameter: null,
  cursor_path: null,
  secret: null,
} as const

test('pages are fetched by a cursor, each is a delivery, and a failure is said on the connection', async () => {
  const { engine } = millrace.database
  const organisation = await millrace.organisation()
  const sealer = createSealer({ current: millrace.config.secret as string, previous: [] })
  const mapping = {
    ...json.mapping,
    each: '$.bookings[*]',
    id: { path: '$.id' },
    guest: { identifiers: [{ type: 'email' as const, value: { path: '$.email' } }] },
  }
  bookings = [1, 2, 3, 4, 5].map(id => ({ id, email: `guest-${id}@example.com` }))
  const { id } = await inTransaction(engine, tx =>
    createConnection(tx, sealer, organisation.id, 'test', {
      name: 'Bookings',
      vendor: { ...json, mapping },
      secret: 'secret',
      unknownGuests: 'create',
    }),
  )
  const pull = {
    url: `${system.url}/bookings`,
    every_seconds: 3_600,
    auth: 'bearer',
    header: null,
    cursor_parameter: 'after',
    cursor_path: '$.next',
    secret: 'token',
  } as const
  await inTransaction(engine, tx => savePull(tx, sealer, organisation.id, 'test', id, pull))
  const events = async () =>
    (await engine.query('SELECT FROM events WHERE organisation_id = $1', [organisation.id])).rowCount
  await eventually(events, count => count === 5)
  const shown = async () => (await readConnection(engine, sealer, '', organisation.id, id))?.pull
  const idle = () =>
    eventually(shown, seen => seen != null && new Date(seen.next_at).getTime() > Date.now() + 60_000)
  /** Not while a page is being fetched: its end says when the next one is due. */
  const again = async () => {
    await idle()
    await engine.query('UPDATE connection_pulls SET due_at = now() WHERE connection_id = $1', [id])
  }

  await idle()
  const asked = system.received.length
  await again()
  await eventually(
    async () => system.received.length,
    count => count > asked,
  )
  expect(system.received.at(-1)?.headers['if-none-match']).toBeDefined()
  bookings.push({ id: 6, email: 'guest-6@example.com' })
  await again()
  await eventually(events, count => count === 6)

  broken = true
  await again()
  await eventually(shown, seen => seen?.error === 'The system answered 500.')
  const [{ sealed_secret }] = (await engine.query('SELECT sealed_secret FROM connection_pulls')).rows
  expect(sealed_secret).not.toContain('token')
  expect(await inTransaction(engine, tx => removePull(tx, organisation.id, 'test', id))).toBe(true)
  expect(await shown()).toBeNull()
})

test('an owner tries an address, saves it, and the secret is neither shown nor sent to another host', async () => {
  broken = false
  bookings = [1, 2, 3].map(id => ({ id, email: `booked-${id}@example.com` }))
  const organisation = await millrace.organisation()
  const owner = await signedIn(millrace, organisation.id)
  const { body } = await owner.post<{ connection: WholeConnection }>('/connections', {
    name: 'Bookings',
    vendor: 'json',
    unknown_guests: 'create',
  })
  const path = `/connections/${body.connection.id}/pull`
  const pull = {
    url: `${system.url}/bookings?venue=7`,
    every_seconds: 3600,
    auth: 'bearer',
    header: null,
    secret: 'token',
    cursor_parameter: 'after',
    cursor_path: '$.next',
    each: '$.bookings[*]',
  }
  const attempt = (part: object) => owner.post<PullTry>(`${path}/try`, { ...pull, ...part })
  const save = (part: object = {}) =>
    owner.ask<{ connection: WholeConnection }>('PUT', path, { json: { ...pull, ...part } })

  const tried = await attempt({})
  expect(tried.body).toMatchObject({ error: null, next_cursor: '2' })
  expect(tried.body.preview?.items.map(({ event }) => event?.identifiers[0]?.value)).toEqual([
    'booked-1@example.com',
    'booked-2@example.com',
  ])
  expect((await attempt({ secret: 'wrong' })).body.error).toBe('The system answered 401.')
  expect((await owner.post(`${path}/now`, {})).status).toBe(404)
  const audited = async (action: string) =>
    (
      await millrace.database.engine.query<{ detail: object }>(
        'SELECT detail FROM audit_entries WHERE organisation_id = $1 AND action = $2 ORDER BY id',
        [organisation.id, action],
      )
    ).rows.map(({ detail }) => detail)
  const attempted = { url: `${system.url}/bookings`, auth: 'bearer' }
  expect(await audited('connection.pull_tried')).toEqual([
    { ...attempted, outcome: 'page' },
    { ...attempted, outcome: 'failed' },
  ])

  // Nothing was stored by trying. A key has its own field.
  expect((await owner.get<WholeConnection>(`/connections/${body.connection.id}`)).body.pull).toBe(null)
  const leaked = await save({ url: `${system.url}/bookings?api_key=hunter22` })
  expect(leaked.status).toBe(400)
  expect(leaked.text).toContain('enter it as the secret')
  expect(leaked.text).not.toContain('hunter22')

  const saved = await save()
  expect(saved.body.connection).toMatchObject({
    mapping: { each: '$.bookings[*]' },
    mapping_version: 2,
    pull: { auth: 'bearer', has_secret: true, cursor_path: '$.next' },
  })
  expect(await audited('connection.pull_saved')).toEqual([{ ...attempted, every_seconds: 3600 }])
  const read = async () => (await owner.get<WholeConnection>(`/connections/${body.connection.id}`)).body
  await eventually(read, ({ deliveries, pull }) => deliveries.done === 3 && pull?.cursor_value === '3')

  // The stored secret is kept, and so is the place in the list, but only for the same host.
  const { secret: _, each: __, ...kept } = pull
  const again = await owner.ask<{ connection: WholeConnection }>('PUT', path, {
    json: { ...kept, every_seconds: 7200 },
  })
  expect(again.body.connection.pull).toMatchObject({ every_seconds: 7200, cursor_value: '3' })
  const elsewhere = { ...kept, url: 'https://elsewhere.example/bookings' }
  expect((await owner.post(`${path}/try`, elsewhere)).text).toContain('Enter the secret again')
  expect((await owner.ask('PUT', path, { json: elsewhere })).status).toBe(400)
  expect((await owner.post(`${path}/now`, {})).status).toBe(200)
  const removed = await owner.ask<{ connection: WholeConnection }>('DELETE', path)
  expect(removed.body.connection.pull).toBe(null)
})

test('a token is fetched with client credentials, kept, and fetched again when it is refused', async () => {
  const organisation = await millrace.organisation()
  const owner = await signedIn(millrace, organisation.id)
  const given = { name: 'Bookings', vendor: 'json', unknown_guests: 'create' }
  const { connection } = (await owner.post<{ connection: WholeConnection }>('/connections', given)).body
  const path = `/connections/${connection.id}/pull`
  const { secret: _, ...settings } = anyone
  const pull = {
    ...settings,
    url: `${system.url}/private`,
    auth: 'oauth',
    secret: TOKEN_SECRET,
    oauth: { token_url: tokenServer.tokenUrl, client_id: 'basic', scope: 'bookings' },
    second_header: 'X-Account',
    second_secret: 'ours',
  }
  const attempt = async (part: object) =>
    (await owner.post<PullTry>(`${path}/try`, { ...pull, ...part })).body
  expect(await attempt({})).toMatchObject({ error: null, preview: { items: [{ reason: null }] } })
  expect(await attempt({ oauth: { ...pull.oauth, client_id: 'post' } })).toMatchObject({ error: null })
  expect(await attempt({ secret: 'wrong' })).toMatchObject({
    error: 'The token address answered 401: invalid_client.',
  })
  expect(await attempt({ second_secret: 'theirs' })).toMatchObject({ error: 'The system answered 401.' })

  const save = (part: object) =>
    owner.ask<{ connection: WholeConnection }>('PUT', path, { json: { ...pull, ...part } })
  const saved = await save({})
  expect(saved.text).not.toContain('client secret')
  expect(saved.body.connection.pull).toMatchObject({
    oauth: pull.oauth,
    has_secret: true,
    second_header: 'X-Account',
    has_second_secret: true,
  })
  // The stored secrets stay, and go to no other host.
  const { secret: __, second_secret: ___, ...kept } = pull
  const again = (part: object) => owner.ask('PUT', path, { json: { ...kept, ...part } })
  const moved = { oauth: { ...pull.oauth, token_url: 'https://elsewhere.example/token' } }
  expect((await again(moved)).text).toContain('Enter the secret again')
  expect((await again({ url: 'https://elsewhere.example/' })).text).toContain('second_secret')

  const fetched = async () =>
    (await owner.get<WholeConnection>(`/connections/${connection.id}`)).body.deliveries.done
  const tokensUsed = () => system.received.map(({ headers }) => headers.authorization).slice(-1)
  await eventually(fetched, count => count === 1)
  const [first] = tokensUsed()
  const asked = tokenServer.asked()
  await owner.post(`${path}/now`, {})
  await eventually(fetched, count => count === 2)
  expect([tokensUsed(), tokenServer.asked()]).toEqual([[first], asked])
  await tokenServer.withdraw(first?.replace('Bearer ', '') ?? '')
  await owner.post(`${path}/now`, {})
  await eventually(fetched, count => count === 3)
  expect([tokensUsed()[0] === first, tokenServer.asked()]).toEqual([false, asked + 1])
  // A page that was loaded before there were such fields removes none of them; one that knows them can.
  const { oauth: ____, second_header: _____, ...unaware } = kept
  const has = async (json: object) =>
    (await owner.ask<{ connection: WholeConnection }>('PUT', path, { json })).body.connection.pull
  expect(await has(unaware)).toMatchObject({
    oauth: pull.oauth,
    second_header: 'X-Account',
    has_second_secret: true,
  })
  expect(await has({ ...unaware, second_header: null })).toMatchObject({
    oauth: pull.oauth,
    second_header: null,
    has_second_secret: false,
  })
})

test('a system that hangs holds up no other one, and an organisation keeps room for others', async () => {
  const { engine } = millrace.database
  const sealer = createSealer({ current: millrace.config.secret as string, previous: [] })
  const add = async (organisationId: string, name: string, path: string) => {
    const given = { name, vendor: json, secret: 'secret', unknownGuests: 'create' } as const
    const { id } = await inTransaction(engine, tx =>
      createConnection(tx, sealer, organisationId, 'test', given),
    )
    await inTransaction(engine, tx =>
      savePull(tx, sealer, organisationId, 'test', id, { ...anyone, url: `${system.url}${path}` }),
    )
  }
  const [slow, quick] = [await millrace.organisation(), await millrace.organisation()]
  hanging = []
  for (let number = 0; number < 6; number++) await add(slow.id, `Slow ${number}`, `/hangs?${number}`)
  await eventually(
    async () => hanging.length,
    count => count === 4,
  )
  await add(quick.id, 'Quick', '/none')
  const delivered = async () =>
    (await engine.query('SELECT FROM connection_deliveries WHERE organisation_id = $1', [quick.id])).rowCount
  await eventually(delivered, count => count === 1)
  expect(hanging.length).toBe(4)
  for (const response of hanging.splice(0)) response.end('{}')
  await eventually(
    async () => hanging.length,
    count => count === 2,
  )
  for (const response of hanging.splice(0)) response.end('{}')
})

test('a key set is fetched from its address, which is tried before it is saved', async () => {
  const organisation = await millrace.organisation()
  const owner = await signedIn(millrace, organisation.id)
  const given = { name: 'Signed', vendor: 'jwt', unknown_guests: 'create' }
  const { connection } = (await owner.post<{ connection: WholeConnection }>('/connections', given)).body
  const save = (secret: string) =>
    owner.ask('PUT', `/connections/${connection.id}/secret`, { json: { secret, keep_previous: false } })
  for (const [address, fault] of [
    ['http://169.254.169.254/jwks', 'is not on the public internet'],
    ['http://example.com/jwks', 'must begin with https://'],
    [`${system.url}/bookings`, 'The address of the key set answered 401.'],
    [`${system.url}/none`, 'The address has no key set.'],
  ] as const) {
    const { status, text } = await save(address)
    expect([address, status]).toEqual([address, 400])
    expect(text).toContain(fault)
  }
  expect((await save(`${system.url}/jwks`)).status).toBe(200)
  const exp = Math.floor(Date.now() / 1_000) + 60
  const send = (by: string) =>
    deliver(connection.url, '{"email":"ada@example.com"}', {
      authorization: `Bearer ${tokenBy(by, { exp })}`,
    })
  expect([await send(keySetOf('sender')), await send('stranger')]).toEqual([200, 401])
  // Nothing was fetched from this one yet, and it answers no longer: the sender is to try again.
  expect((await save(`${system.url}/jwks?second`)).status).toBe(200)
  broken = true
  expect(await send(keySetOf('sender'))).toBe(503)
  broken = false
})

test('owners get an e-mail, once, about a connection that fails, cannot be read, refuses, or falls silent', async () => {
  const { engine } = millrace.database
  const organisation = await millrace.organisation('Vine')
  const owner = await signedIn(millrace, organisation.id)
  await engine.query('UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1', [
    organisation.id,
    JSON.stringify({
      email: {
        from_name: 'Vine',
        from_address: 'vine@example.com',
        smtp: { host: '127.0.0.1', port: mail.port, security: 'none' },
      },
    }),
  ])
  const add = async (name: string) => {
    const given = { name, vendor: 'json', unknown_guests: 'create' }
    return (await owner.post<{ connection: WholeConnection }>('/connections', given)).body.connection.id
  }
  const [failing, unreadable, silent, fine, seldom, refusing] = [
    await add('Down'),
    await add('Odd'),
    await add('Quiet'),
    await add('Fine'),
    await add('Seldom'),
    await add('Closed'),
  ]
  // Not due, so that nothing is fetched.
  await engine.query(
    `INSERT INTO connection_pulls (organisation_id, connection_id, url, every_seconds, auth, failures, error, due_at)
     VALUES ($1, $2, 'https://example.com/', 3600, 'none', 5, 'The system answered 500.', now() + interval '1 day')`,
    [organisation.id, failing],
  )
  const receive = (id: string, deliveries: number, state: string, ago: string) =>
    engine.query(
      `INSERT INTO connection_deliveries (organisation_id, id, connection_id, headers, body, state, received_at, due_at)
       SELECT $1, given.id, $2, '{}', 'x', $4, now() - $5::interval, now() + interval '1 day' FROM unnest($3::uuid[]) AS given (id)`,
      [organisation.id, id, Array.from({ length: deliveries }, newId), state, ago],
    )
  await receive(unreadable, 10, 'failed', '1 hour')
  await receive(silent, 20, 'done', '3 days')
  await receive(fine, 9, 'failed', '1 hour')
  await receive(fine, 20, 'done', '1 day')
  const refuse = (id: string, reason: string, ago: string) =>
    engine.query(
      `INSERT INTO connection_refusals (organisation_id, connection_id, reason, refused, last_at)
       VALUES ($1, $2, $3, 1, now() - $4::interval)`,
      [organisation.id, id, reason, ago],
    )
  await receive(refusing, 1, 'done', '3 hours')
  await refuse(refusing, 'wrong_signature', '1 minute')
  await refuse(fine, 'no_secret', '1 minute')
  await refuse(silent, 'wrong_signature', '4 days')
  await receive(seldom, 1, 'done', '11 days')
  await receive(seldom, 10, 'failed', '4 days')
  await receive(seldom, 9, 'done', '3 days')
  const watch = () => inTransaction(engine, watchConnections)
  expect(await watch()).toBe(4)
  expect(await watch()).toBe(0)
  const troubles = async () =>
    (await owner.get<{ data: WholeConnection[] }>('/connections')).body.data.map(({ trouble }) => trouble)
  expect(await troubles()).toEqual(['fetching', 'unreadable', 'silent', null, null, 'refused'])
  const arrived = () =>
    mail.mails.map(({ parsed }) => parsed.text ?? '').filter(text => text.includes('The connection'))
  await eventually(
    async () => arrived().length,
    count => count === 4,
  )
  expect(arrived().join()).toContain('The system answered 500.')
  await receive(silent, 1, 'done', '1 minute')
  expect(await watch()).toBe(1)
  expect((await troubles())[2]).toBe(null)
})
