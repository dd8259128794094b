import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { removePull, savePull } from '../../server/src/connections/pull/settings.ts'
import { readConnection } from '../../server/src/connections/read-connection.ts'
import { json } from '../../server/src/connections/vendors/generic.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { eventually, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
let system: Awaited<ReturnType<typeof httpReceiver>>
/** What the booking system has, two a page; its cursor is the number of the last one. */
let bookings: { id: number; email: string }[]
let broken = false
beforeAll(async () => {
  system = await httpReceiver((response, { path, headers }) => {
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
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [system.port] },
  })
})
afterAll(async () => {
  await millrace.stop()
  await system.close()
})

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
