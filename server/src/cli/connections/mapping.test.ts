import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '#connections/create-connection.ts'
import { storeDelivery } from '#connections/store-delivery.ts'
import { json } from '#connections/vendors/generic.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { openShell, type Shell } from '../shell.fixture.ts'

const MASTER = 'a secret for tests only, and long enough'
let shell: Shell

beforeAll(async () => {
  shell = await openShell('connections', await createTestDatabase())
  const { organisationId, database } = shell.runs
  await inTransaction(database.engine, async tx => {
    const given = { name: 'Till', vendor: json, secret: 'x', unknownGuests: 'create' } as const
    const sealer = createSealer({ current: MASTER, previous: [] })
    const { id } = await createConnection(tx, sealer, organisationId, 'test', given)
    for (const mail of ['ada@example.com', null])
      await storeDelivery(tx, {
        organisationId,
        connectionId: id,
        repeatKey: null,
        headers: {},
        body: Buffer.from(JSON.stringify({ mail })),
      })
  })
})
afterAll(() => shell.close())

const millrace = (...words: string[]) => shell.millrace(...words)
const file = (mapping: object) => {
  const path = join(shell.folder, 'mapping.json')
  writeFileSync(path, JSON.stringify(mapping))
  return path
}
const mapping = {
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.mail' } }] },
  parameters: {},
}

test('a mapping is printed, tried with what is stored, saved as a version, and printed again', async () => {
  expect(JSON.parse((await millrace('mapping', 'Till')).out)).toEqual(json.mapping)
  const tried = await millrace('mapping', 'Till', '--try', file(mapping))
  expect(tried.out).toContain('2 deliveries checked: 1 make one event')
  expect(tried.out).toContain('1 make none: no identifier')
  expect((await millrace('mapping', 'Till', '--save', file(mapping))).out).toContain('Saved as version 2.')
  expect(JSON.parse((await millrace('mapping', 'Till')).out)).toEqual(mapping)
  expect(JSON.parse((await millrace('mapping', 'Till', '--version', '1')).out)).toEqual(json.mapping)
})

test('a fault is said at its field, and a version that is not the newest is not overwritten', async () => {
  const wrong = await millrace('mapping', 'Till', '--save', file({ ...mapping, each: 'orders' }))
  expect(wrong).toMatchObject({ exitCode: 1, said: expect.stringContaining('each is not a JSONPath') })
  const late = await millrace('mapping', 'Till', '--save', file(mapping), '--version', '1')
  expect(late).toMatchObject({ exitCode: 1, said: expect.stringContaining('saved meanwhile') })
  expect(await millrace('mapping', 'Till', '--version', '9')).toMatchObject({ exitCode: 1 })
  expect(await millrace('mapping', 'Till', '--try', 'a', '--save', 'b')).toMatchObject({ exitCode: 2 })
})

test('a repair is started once, and says how far it is', async () => {
  expect((await millrace('repair', 'Till', '--status')).out).toBe('Nothing has been compared yet.\n')
  expect((await millrace('repair', 'Till', '--apply')).said).toContain('Compare the stored deliveries first.')
  expect((await millrace('repair', 'Till')).out).toBe('Comparing: 0 of 0 deliveries.\n')
  expect(await millrace('repair', 'Till')).toMatchObject({
    exitCode: 1,
    said: expect.stringContaining('under way already'),
  })
})
