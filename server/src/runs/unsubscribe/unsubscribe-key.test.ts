import { hkdfSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { StartupError } from '#base/startup-error.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { resealSecrets } from '#organisations/reseal-secrets.ts'
import { createSealer } from '#secrets/sealer.ts'
import { openTestDatabase } from '../../../../tests/support/open-database.ts'
import { keepUnsubscribeKey } from './unsubscribe-key.ts'
import { createUnsubscribeUrl, readUnsubscribeToken } from './unsubscribe-url.ts'

const [oldKey, newKey] = [
  'the old master key, long enough to be one',
  'the new master key, long enough to be one',
]
const organisationId = '0192c8a0-0000-7000-8000-000000000001'
const guestId = '0192c8a0-0000-7000-8000-000000000101'

let database: Database
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 2 })
  database = opened.database
  return opened.close
})

/** As a process does when it starts with these master keys. */
const start = (current: string, ...previous: string[]) =>
  keepUnsubscribeKey(
    database,
    createSealer({ current, previous }),
    Buffer.from(hkdfSync('sha256', current, '', 'test', 32)),
  )

test('a link that was sent under one master key works under the next, also when the old one is gone', async () => {
  const url = createUnsubscribeUrl('https://millrace.example', await start(oldKey))(
    organisationId,
    guestId,
    'email',
  )
  const token = url.slice(url.lastIndexOf('/') + 1)
  const reads = (key: Buffer) => readUnsubscribeToken(token, key)?.guestId

  expect(reads(await start(newKey, oldKey))).toBe(guestId)
  await expect(start(newKey)).rejects.toThrow(StartupError)
  await inTransaction(database.engine, tx =>
    resealSecrets(tx, createSealer({ current: newKey, previous: [oldKey] })),
  )
  expect(reads(await start(newKey))).toBe(guestId)
  await expect(start(oldKey)).rejects.toThrow('MILLRACE_PREVIOUS_SECRETS')
})

test('processes that start together keep the same key', async () => {
  await database.engine.query('DELETE FROM installation_secrets')
  const kept = await Promise.all([start(oldKey, newKey), start(newKey, oldKey), start(oldKey, newKey)])
  expect(new Set(kept.map(key => key.toString('hex'))).size).toBe(1)
})

test('no request can read it', async () => {
  await expect(database.tenant.query('SELECT FROM installation_secrets')).rejects.toThrow('permission denied')
})
