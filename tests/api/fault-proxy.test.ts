import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { createMessageReader, saysCommitted } from '../support/postgres-messages.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** Fault tests are worth what their tool is worth, so the tool is tested too. */

const message = (type: string, body: string) => {
  const bytes = Buffer.from(`${type}0000${body}`, 'latin1')
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}

test('messages are found whole, however the stream was cut', () => {
  const bodies = fc.array(fc.tuple(fc.constantFrom('C', 'D', 'Z', 'T'), fc.string({ unit: 'binary-ascii' })))
  fc.assert(
    fc.property(bodies, fc.array(fc.integer({ min: 1, max: 20 })), (parts, cuts) => {
      const messages = parts.map(([type, body]) => message(type, body))
      let stream = Buffer.concat(messages)
      const read = createMessageReader()
      const found: Buffer[] = []
      for (const length of [...cuts, stream.length]) {
        found.push(...read(stream.subarray(0, length)))
        stream = stream.subarray(length)
      }
      found.push(...read(stream))
      expect(found.map(String)).toEqual(messages.map(String))
    }),
  )
})

test('only the completion of COMMIT says that something was committed', () => {
  expect(saysCommitted(message('C', 'COMMIT\0'))).toBe(true)
  for (const other of [
    message('C', 'ROLLBACK\0'),
    message('C', 'COMMIT PREPARED\0'),
    message('D', 'COMMIT\0'),
  ]) {
    expect(saysCommitted(other)).toBe(false)
  }
})

describe('the proxy', () => {
  let database: TestDatabase
  let proxy: TcpProxy

  beforeAll(async () => {
    database = await createTestDatabase()
    proxy = await startTcpProxy(database.connection)
    await direct('CREATE TABLE kept (n integer)')
  })
  beforeEach(() => proxy.pass())
  afterAll(async () => {
    await proxy.close()
    await database.drop()
  })

  async function direct(statement: string) {
    const client = new pg.Client(database.connection)
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  async function connect(applicationName = 'proxied'): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: proxy.through(database.url),
      application_name: applicationName,
      pipeline: true,
    } as pg.ClientConfig)
    client.on('error', () => {})
    await client.connect()
    return client
  }

  test('passes everything on', async () => {
    const client = await connect()
    const { rows } = await client.query(`SELECT length(repeat('x', 1000000)) AS n`)
    expect(rows).toEqual([{ n: 1_000_000 }])
    await client.end()
  })

  test('cuts what is there and lets in what is new', async () => {
    const client = await connect()
    const sleeping = client.query('SELECT pg_sleep(10)')
    proxy.cut()
    await expect(sleeping).rejects.toThrow(/terminated|ECONNRESET/)
    const next = await connect()
    await next.query('SELECT 1')
    await next.end()
  })

  test('refuses, and passes again on the same port', async () => {
    await proxy.refuse()
    await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await proxy.pass()
    const client = await connect()
    await client.end()
  })

  test('delays both ways, and keeps the order', async () => {
    const client = await connect()
    proxy.delay(30)
    const started = performance.now()
    const results = await Promise.all([1, 2, 3].map(n => client.query(`SELECT ${n} AS n`)))
    expect(performance.now() - started).toBeGreaterThan(50)
    expect(results.map(({ rows }) => rows[0].n)).toEqual([1, 2, 3])
    await client.end()
  })

  test('freezes, and what was sent meanwhile arrives afterwards', async () => {
    const client = await connect()
    proxy.freeze()
    let answered = false
    const asked = client.query('SELECT 1').then(() => {
      answered = true
    })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(answered).toBe(false)
    await proxy.pass()
    await asked
    await client.end()
  })

  test.each([false, true])(
    'swallows the answer to COMMIT, and the commit holds; sent in one packet with the rest: %s',
    async pipelined => {
      await direct('TRUNCATE kept')
      const bystander = await connect('bystander')
      const client = await connect('victim')
      const swallowed = proxy.swallowCommit(({ applicationName }) => applicationName === 'victim')
      await bystander.query('BEGIN; INSERT INTO kept VALUES (1); COMMIT')
      const answers: string[] = []
      const sent: Promise<unknown>[] = []
      for (const statement of ['BEGIN', 'INSERT INTO kept VALUES (2)', 'COMMIT', 'SELECT 3']) {
        const query = client.query(statement).then(
          ({ command }) => answers.push(command),
          () => answers.push('lost'),
        )
        if (!pipelined) await query
        sent.push(query)
      }
      await Promise.all(sent)
      await swallowed
      expect(answers).toEqual(['BEGIN', 'INSERT', 'lost', 'lost'])
      expect(await direct('SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
      await bystander.end()
    },
  )

  test('swallows one COMMIT, not the next', async () => {
    const swallowed = proxy.swallowCommit()
    const first = await connect()
    await expect(first.query('BEGIN; COMMIT')).rejects.toThrow(/terminated|ECONNRESET/)
    await swallowed
    const second = await connect()
    await second.query('BEGIN; COMMIT')
    await second.end()
  })
})
