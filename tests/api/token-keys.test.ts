import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey, rotateKey } from '../../server/src/access/keys.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { comparable } from '../support/token-expect.ts'
import {
  type Build,
  byBasic,
  type Credentials,
  form,
  json,
  sendRaw,
  useToken,
} from '../support/token-request.ts'
import { startTokenServer, type TokenServer } from '../support/token-server.ts'

let millrace: TestMillrace
/** Another process on the same database. */
let other: TokenServer

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  other = await startTokenServer(millrace.databaseUrl)
})

afterAll(async () => {
  await other?.stop()
  await millrace?.stop()
})

const processes = () => [millrace.url, other.url]
const revoke = ({ id, clientId }: TestOrganisation) =>
  inTransaction(millrace.database.engine, tx => revokeKey(tx, id, 'test', clientId))
async function rotate({ id, clientId }: TestOrganisation, graceSeconds: number): Promise<string> {
  const rotated = await inTransaction(millrace.database.engine, tx =>
    rotateKey(tx, id, 'test', { clientId, graceSeconds }),
  )
  return rotated?.clientSecret as string
}
const statusFor = async (credentials: Credentials, url = millrace.url, build: Build = json()) =>
  (await sendRaw(url, build(credentials))).status

describe('a wrong secret, an unknown client and a revoked key get the same bytes', () => {
  test.each<[string, Build]>([
    ['in JSON', json()],
    ['in a form', form()],
    ['by HTTP Basic', byBasic()],
  ])('%s', async (_, build) => {
    const living = await millrace.organisation()
    const revoked = await millrace.organisation()
    await revoke(revoked)
    const replaced = await millrace.organisation()
    await rotate(replaced, 0)
    const impostors: Credentials[] = [
      { ...living, clientSecret: 'not the secret' },
      { ...living, clientSecret: replaced.clientSecret },
      { ...living, clientId: 'mrid_000000000000000000000' },
      { ...living, clientId: '\0' },
      revoked,
      { ...revoked, clientSecret: 'not the secret' },
      replaced,
    ]
    const [first, ...others] = await Promise.all(
      impostors.map(async impostor => comparable(await sendRaw(millrace.url, build(impostor)))),
    )
    expect(first).toMatchObject({ text: expect.stringContaining('"invalid_client"') })
    for (const answer of others) expect(answer).toStrictEqual(first)
  })
})

describe('revoking a key', () => {
  test('kills all of its tokens on the very next request, in every process', async () => {
    const client = await millrace.organisation()
    const tokens = [await client.token(), await client.token()]
    for (const url of processes()) {
      for (const token of tokens) expect((await useToken(url, token)).status).toBe(200)
    }
    await revoke(client)
    for (const url of processes()) {
      for (const token of tokens) {
        const answer = await useToken(url, token)
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
      }
    }
  })

  test('refuses the very next request for a token, in every process', async () => {
    const client = await millrace.organisation()
    for (const url of processes()) expect(await statusFor(client, url)).toBe(200)
    await revoke(client)
    for (const url of processes()) {
      expect(await statusFor(client, url)).toBe(400)
      expect(await statusFor(client, url, byBasic())).toBe(401)
    }
  })

  test('leaves the other keys of the organisation alone', async () => {
    const client = await millrace.organisation()
    const second = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, client.id, 'test', { name: 'second' }),
    )
    const token = (await sendRaw(millrace.url, json()(second))).body.access_token as string
    await revoke(client)
    expect((await useToken(millrace.url, token)).status).toBe(200)
    expect(await statusFor(second)).toBe(200)
  })

  test('cannot be done from another organisation', async () => {
    const client = await millrace.organisation()
    const stranger = await millrace.organisation()
    expect(await revoke({ ...client, id: stranger.id })).toBe(false)
    expect(await statusFor(client)).toBe(200)
  })
})

describe('rotating a key', () => {
  test('lets the old secret work beside the new one for the time of grace, in every process', async () => {
    const client = await millrace.organisation()
    const clientSecret = await rotate(client, 3_600)
    for (const url of processes()) {
      expect(await statusFor(client, url)).toBe(200)
      expect(await statusFor({ ...client, clientSecret }, url)).toBe(200)
    }
  })

  test('ends the old secret with the grace, and leaves the tokens it got', async () => {
    const client = await millrace.organisation()
    const token = await client.token()
    const clientSecret = await rotate(client, 3_600)
    await millrace.database.engine.query(
      `UPDATE api_key_secrets SET expires_at = expires_at - interval '3600 s' WHERE organisation_id = $1`,
      [client.id],
    )
    for (const url of processes()) {
      expect(await statusFor(client, url)).toBe(400)
      expect(await statusFor({ ...client, clientSecret }, url)).toBe(200)
    }
    expect((await useToken(millrace.url, token)).status).toBe(200)
  })

  test('never lengthens the life of a secret that was rotated away before', async () => {
    const client = await millrace.organisation()
    const second = await rotate(client, 0)
    const third = await rotate(client, 3_600)
    expect(await statusFor(client)).toBe(400)
    expect(await statusFor({ ...client, clientSecret: second })).toBe(200)
    expect(await statusFor({ ...client, clientSecret: third })).toBe(200)
  })

  test('does not bring a revoked key back', async () => {
    const client = await millrace.organisation()
    await revoke(client)
    expect(await rotate(client, 0)).toBeUndefined()
    expect(await statusFor(client)).toBe(400)
  })
})

describe('the database', () => {
  test('holds no token and no secret in any column of any table', async () => {
    const client = await millrace.organisation()
    const token = await client.token()
    const clientSecret = await rotate(client, 3_600)
    await sendRaw(millrace.url, json({ client_secret: 'a wrong secret that someone typed' })(client))
    expect(await tablesWith(client.clientId)).toStrictEqual(['millrace.api_keys', 'millrace.strict_limits'])
    for (const secret of [token, client.clientSecret, clientSecret, 'a wrong secret that someone typed']) {
      expect(await tablesWith(secret)).toStrictEqual([])
    }
  })

  /** Rows are written out whole, with their binary columns in hexadecimal. */
  async function tablesWith(text: string): Promise<string[]> {
    const { engine } = millrace.database
    const { rows: tables } = await engine.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = 'millrace' ORDER BY name`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await engine.query(
        `SELECT FROM ${name} t WHERE position($1 IN t::text) > 0 OR position($2 IN t::text) > 0 LIMIT 1`,
        [text, Buffer.from(text).toString('hex')],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }
})
