import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { discardConnectionSecrets } from '../../server/src/connections/discard-secrets.ts'
import { findConnection } from '../../server/src/connections/find-connection.ts'
import { listConnections } from '../../server/src/connections/list-connections.ts'
import {
  discardPullSecrets,
  readPull,
  resealPulls,
  savePull,
} from '../../server/src/connections/pull/settings.ts'
import type { Vendor } from '../../server/src/connections/vendors/vendor.ts'
import { vendorOf } from '../../server/src/connections/vendors/vendors.ts'
import { auditPads } from '../../server/src/db/audit-pads.ts'
import { type Database, inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { discardTotpSecrets } from '../../server/src/members/second-factor/discard-totp.ts'
import { beginTotp } from '../../server/src/members/second-factor/totp-secrets.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { sealContext as subscriptionContext } from '../../server/src/subscriptions/seal-context.ts'
import { resealSubscriptions } from '../../server/src/subscriptions/stored-secrets.ts'
import { createSubscription } from '../../server/src/subscriptions/subscriptions.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

const lost = createSealer({ current: 'a master key that is lost, and was long', previous: [] })
const current = createSealer({ current: 'the master key of now, which is long enough', previous: [] })
const organisationId = newId()
let prepared: TestDatabase
let database: Database

beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'millrace test',
    tenantConnections: 1,
    engineConnections: 1,
    auditKey: auditPads(Buffer.alloc(32, 7)),
    onError: () => {},
  })
  await inTransaction(database.engine, tx => createOrganisation(tx, { id: organisationId, name: 'Sealed' }))
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

test('a connection that no key opens gets a new address and no secret, and one that opens keeps both', async () => {
  const create = (sealer: typeof lost, name: string) =>
    inTransaction(database.engine, tx =>
      createConnection(tx, sealer, organisationId, 'test', {
        name,
        vendor: vendorOf('square') as Vendor,
        secret: 'a secret of the till',
        unknownGuests: 'keep',
      }),
    )
  const closed = await create(lost, 'Closed')
  const open = await create(current, 'Open')
  const pull = {
    url: 'https://example.com/bookings',
    every_seconds: 3_600,
    auth: 'bearer',
    header: null,
    cursor_parameter: null,
    cursor_path: null,
    secret: 'a token',
    second_header: 'x-account',
    second_secret: 'an account',
  } as const
  await inTransaction(database.engine, async tx => {
    await savePull(tx, lost, organisationId, 'test', closed.id, pull)
    await savePull(tx, current, organisationId, 'test', open.id, pull)
  })
  const discardPulls = () => inTransaction(database.engine, tx => discardPullSecrets(tx, current, 'cli'))
  expect(await discardPulls()).toEqual(['Closed'])
  expect(await discardPulls()).toEqual([])

  const discard = () => inTransaction(database.engine, tx => discardConnectionSecrets(tx, current, 'cli'))
  expect(await discard()).toEqual(['Closed'])
  expect(await discard()).toEqual([])

  const find = (address: string) => findConnection(database.engine, current, address)
  expect((await find(open.address))?.secrets).toEqual(['a secret of the till'])
  expect(await find(closed.address)).toBeUndefined()
  const listed = await listConnections(database.engine, current, organisationId)
  const renewed = listed.find(({ id }) => id === closed.id)
  expect((await find(renewed?.address as string))?.secrets).toEqual([])
})

test('an authenticator app whose secret no key opens is removed, and no other', async () => {
  const join = async (email: string, sealer: typeof lost) => {
    const id = newId()
    await database.engine.query(
      "INSERT INTO members (id, email, name, password) VALUES ($1, $2, 'Ada', 'x')",
      [id, email],
    )
    await beginTotp(database.engine, sealer, id)
  }
  await join('closed@example.com', lost)
  await join('open@example.com', current)
  const discard = () => inTransaction(database.engine, tx => discardTotpSecrets(tx, current, 'cli'))
  expect(await discard()).toEqual(['closed@example.com'])
  expect(await discard()).toEqual([])
})

test('a new master key reseals the secrets of fetching and of subscriptions, once', async () => {
  const NEXT = 'the master key of tomorrow, which is long enough'
  const previous = 'the master key of now, which is long enough'
  const changing = createSealer({ current: NEXT, previous: [previous] })
  const next = createSealer({ current: NEXT, previous: [] })
  await inTransaction(database.engine, async tx => {
    const vendor = vendorOf('json') as Vendor
    const given = { name: 'Bookings', vendor, secret: 'x', unknownGuests: 'keep' } as const
    const { id } = await createConnection(tx, current, organisationId, 'test', given)
    await savePull(tx, current, organisationId, 'test', id, {
      url: 'https://example.com/',
      every_seconds: 3_600,
      auth: 'parameter',
      header: 'key',
      cursor_parameter: null,
      cursor_path: null,
      secret: 'a token',
      second_header: 'x-account',
      second_secret: 'an account',
    })
    const subscribed = { name: 'Warehouse', url: 'https://example.com/', events: ['run.finished' as const] }
    const made = await createSubscription(tx, current, organisationId, 'test', subscribed)
    if (typeof made === 'string') throw new Error(made)
    expect(await resealPulls(tx, changing)).toBeGreaterThan(0)
    expect(await resealPulls(tx, changing)).toBe(0)
    expect(await readPull(tx, next, organisationId, id)).toMatchObject({
      secret: 'a token',
      second_secret: 'an account',
    })
    expect(await resealSubscriptions(tx, changing)).toBe(1)
    expect(await resealSubscriptions(tx, changing)).toBe(0)
    const { rows } = await tx.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM subscriptions WHERE id = $1',
      [made.id],
    )
    const context = subscriptionContext(organisationId, made.id)
    expect(made.secret).toContain(next.open(rows[0]?.sealed_secret as string, context).replace(/^whsec_/, ''))
  })
})
