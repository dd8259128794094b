import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Operation } from '@millrace/contract/operations/operation'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkReplica } from '../../server/src/cli/doctor/replica.ts'
import type { Config } from '../../server/src/config/config.ts'
import { type Database, inTransaction } from '../../server/src/db/database.ts'
import { chooseLists, positionOf } from '../../server/src/db/replica/lists.ts'
import { hasReached } from '../../server/src/db/replica/position.ts'
import { type Millrace, startMillrace } from '../../server/src/main.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import {
  createTestOrganisation,
  eventually,
  request,
  type TestOrganisation,
  testConfig,
} from '../support/millrace.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { openPatiently } from '../support/patient-database.ts'
import { openPair, type Pair } from '../support/standby.ts'
import { endsAtOnce } from '../support/workflows.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-replica-'))
let pair: Pair
let config: Config
let millrace: Millrace
let database: Database
let organisation: TestOrganisation
let owner: Visitor
let viewer: Visitor
/** Someone who writes nothing, not even that they got a file. */
let reader: Visitor

const start = async (log: string, readUrl: string) => {
  const usual = await testConfig(pair.url)
  const made: Config = { ...usual, databaseReadUrl: readUrl, log: join(folder, log), logLevel: 'info' }
  return [made, await startMillrace(made, { roles: ['api', 'worker'], progress: () => {} })] as const
}
const linesOf = (log: string) =>
  readFileSync(join(folder, log), 'utf8')
    .split('\n')
    .filter(line => line.includes('eplica'))
    .map(line => JSON.parse(line) as { msg: string; reason?: string })

const replicaOf = async (url: string) => (await request(`${url}/readyz`)).body.replica
const untilReplica = (url: string, state: string) =>
  eventually(
    () => replicaOf(url),
    seen => seen === state,
  )
const named = async (visitor: Visitor, name: string) => {
  const { status, body, headers, text } = await visitor.get<{ data: { name: string }[] }>(
    `/guests?text=${name}`,
  )
  if (status !== 200) throw new Error(text)
  return { found: body.data.length, behind: headers['millrace-behind'], asOf: headers['millrace-as-of'] }
}

beforeAll(async () => {
  pair = await openPair()
  ;[config, millrace] = await start('first.log', pair.readUrl)
  database = openPatiently({ connectionString: pair.url }, { tenantConnections: 2, engineConnections: 2 })
  organisation = await createTestOrganisation(config.baseUrl, database, 'Harbour')
  const place = { url: config.baseUrl, database }
  owner = await signedIn(place, organisation.id)
  viewer = await signedIn(place, organisation.id, { role: 'viewer' })
  reader = await signedIn(place, organisation.id, { role: 'viewer' })
  await untilReplica(config.baseUrl, 'used')
})
afterAll(async () => {
  await database?.close()
  await millrace?.stop()
  await pair?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a list has what was written a moment ago, and says nothing of its age', async () => {
  for (const name of ['ada', 'bela', 'cleo']) {
    await organisation.guest({ name })
    // On a busy machine the standby may need longer than a request waits for it.
    const seen = await eventually(
      () => named(viewer, name),
      ({ found }) => found === 1,
    )
    expect(seen).toEqual({ found: 1, behind: undefined, asOf: undefined })
  }
})

describe('with a replica that has yet to replay the last commit', () => {
  let replica: Database
  beforeAll(() => {
    replica = openPatiently(
      { connectionString: pair.readUrl },
      { tenantConnections: 1, engineConnections: 1 },
    )
  })
  afterAll(() => replica.close())
  beforeEach(() => pair.pause())
  afterEach(async () => {
    vi.useRealTimers()
    await pair.resume()
  })

  /** How a list finds this guest: time passes only as `onQuestion` lets it, which comes before each question where the replica is. */
  async function find(name: string, onQuestion: (question: number) => Promise<void>) {
    await organisation.guest({ name })
    vi.useFakeTimers({ toFake: ['performance'] })
    let questions = 0
    const patiently = (pool: pg.Pool, before = async () => {}): pg.Pool =>
      Object.create(pool, {
        query: {
          value: async (asked: pg.QueryConfig) => {
            await before()
            return pool.query({ ...asked, query_timeout: PATIENCE_MS } as pg.QueryConfig)
          },
        },
      })
    const lists = await chooseLists(
      {
        primary: { ...database, engine: patiently(database.engine) },
        replica: { ...replica, engine: patiently(replica.engine, () => onQuestion(++questions)) },
        watch: {
          isUsed: () => true,
          behindMs: () => 0,
          ageAt: () => ({ asOf: new Date(0), behindMs: 4_000 }),
          distrust: () => {},
          onEnd: () => () => {},
          stop: async () => {},
        },
      },
      undefined,
    )
    const [read] = await lists.read(organisation.id, async tx => {
      const { rows } = await tx.query<{ onReplica: boolean; found: number }>(
        `SELECT pg_is_in_recovery() AS "onReplica", count(*) AS found FROM guests WHERE organisation_id = $1 AND name = $2`,
        [organisation.id, name],
      )
      return rows
    })
    return { ...read, questions, stale: lists.stale() }
  }

  test('a list waits for it where the replica follows closely', async () => {
    const seen = await find('hope', async question => {
      if (question !== 2) return
      const written = await positionOf(database.engine, 'pg_current_wal_insert_lsn()')
      await pair.resume()
      await eventually(
        () => positionOf(replica.engine, 'pg_last_wal_replay_lsn()'),
        replayed => hasReached(replayed, written),
      )
    })
    expect(seen).toEqual({ onReplica: true, found: 1, questions: 2, stale: undefined })
  })

  test('a list waits for a tenth of a second, and then says how old it is', async () => {
    const seen = await find('iris', async () => {
      vi.advanceTimersByTime(101)
    })
    expect(seen).toEqual({
      onReplica: true,
      found: 0,
      questions: 1,
      stale: { asOf: new Date(0), seconds: 4 },
    })
  })
})

describe('with a replica that is behind', () => {
  let writtenAt: number
  beforeAll(async () => {
    const guest = await organisation.guest({ name: 'edda' })
    await organisation.workflow(endsAtOnce({ source: 'till' }))
    await owner.post('/events', { guest_id: guest, parameters: { source: 'till' } })
    await named(viewer, 'edda')
    await pair.pause()
    writtenAt = Date.now()
    await organisation.guest({ name: 'dora' })
    // Every list is as old as that by then.
    await new Promise(resolve => setTimeout(resolve, 5_000))
  })
  afterAll(() => pair.resume())

  test('a list is the older one, and says how old it is', async () => {
    const { found, behind, asOf } = await named(viewer, 'dora')
    expect(found).toBe(0)
    expect(Number(behind)).toBeGreaterThanOrEqual(4)
    expect(Date.parse(String(asOf))).toBeLessThanOrEqual(writtenAt + 500)
    expect(Date.parse(String(asOf))).toBeGreaterThan(writtenAt - 5_000)
  })

  test('every list that may be behind is read there', async () => {
    const known = await inTransaction(
      database.engine,
      async tx =>
        (
          await tx.query<{ guest: string; key: string }>(
            `SELECT (SELECT id FROM guests WHERE organisation_id = $1 AND name = 'edda') AS guest,
             (SELECT client_id FROM api_keys WHERE organisation_id = $1 LIMIT 1) AS key`,
            [organisation.id],
          )
        ).rows[0],
    )
    const operations = Object.entries(dashboard as Record<string, Operation>).filter(
      ([, operation]) => operation.mayBeBehind,
    )
    expect(operations.length).toBeGreaterThan(15)
    const isFile = ({ path }: Operation) => path.endsWith('/export')
    // After a file, who got it has an entry in the audit log that they are to see.
    const files = operations.filter(([, operation]) => isFile(operation))
    const lists = operations.filter(([, operation]) => !isFile(operation))
    for (const [name, operation] of [...lists, ...files]) {
      // They are of something that has to be made first.
      if (['listSegmentGuests', 'listDeliveries', 'readVenueActivity'].includes(name)) continue
      const path = operation.path
        .replace('/dashboard/api', '')
        .replace(':clientId', String(known?.key))
        .replace(':id', String(known?.guest))
      const { status, headers, text } = await viewerOrOwner(operation).get(
        `${path}${isFile(operation) ? '?format=csv' : ''}`,
      )
      expect(status, `${name}: ${text}`).toBe(200)
      if (isFile(operation)) expect(text, name).not.toContain('dora')
      else expect(headers['millrace-behind'], name).toBeDefined()
    }
  })
  /** Who has written nothing since. */
  const viewerOrOwner = (operation: Operation) =>
    operation.access === 'member' && operation.role === 'viewer' ? viewer : owner

  test('who has written sees it, and the others see it later', async () => {
    const { status } = await owner.post('/guests', { name: 'fern' })
    expect(status).toBeLessThan(300)
    const { body, headers: own } = await owner.get<{ data: unknown[] }>('/guests?text=fern')
    expect([body.data.length, own['millrace-behind']]).toEqual([1, undefined])
    expect((await named(reader, 'fern')).found).toBe(0)
  })

  test('a position that is none is not taken for one', async () => {
    for (const value of ['', 'x', '0/0', "0/0'; DROP TABLE guests", 'FFFFFFFF/FFFFFFFF']) {
      const cookie = `${viewer.cookie}; millrace_written=${encodeURIComponent(value)}`
      expect((await viewer.get('/guests', { headers: { cookie } })).status, value).toBe(200)
    }
  })

  test('what is not there yet is found on the primary', async () => {
    const guest = await organisation.guest({ name: 'gwen' })
    expect((await viewer.get(`/guests/${guest}/timeline`)).status).toBe(200)
  })

  test('another organisation sees nothing of it', async () => {
    const other = await createTestOrganisation(config.baseUrl, database, 'Vine')
    const stranger = await signedIn({ url: config.baseUrl, database }, other.id)
    for (const list of ['guests', 'runs', 'events']) {
      const { body } = await stranger.get<{ data: unknown[] }>(`/${list}`)
      expect(body.data, list).toEqual([])
    }
  })
})

test('doctor knows a standby from another server', async () => {
  const verdictOn = async (databaseReadUrl: string) =>
    (await checkReplica({ databaseUrl: pair.url, databaseReadUrl }))?.state
  expect(await verdictOn(pair.readUrl)).toBe('ok')
  expect(await verdictOn(pair.url)).toBe('failed')
  expect(await verdictOn(pair.url.replace(/:\d+\//, ':1/'))).toBe('failed')
  expect(await checkReplica({ databaseUrl: pair.url, databaseReadUrl: undefined })).toBeUndefined()
})

test('what was behind is current again', async () => {
  await pair.resume()
  await eventually(
    () => named(viewer, 'dora'),
    ({ found, behind }) => found === 1 && behind === undefined,
  )
})

test('a replica that is away is not used until it is back, and the log says so once', async () => {
  await pair.standby.crash()
  expect((await named(viewer, 'ada')).found).toBe(1)
  await untilReplica(config.baseUrl, 'not_used')
  await new Promise(resolve => setTimeout(resolve, 2_500))
  const since = linesOf('first.log').findLastIndex(({ reason }) => reason === undefined)
  expect(linesOf('first.log').slice(since + 1)).toMatchObject([{ reason: 'it does not answer' }])
  expect(await request(`${config.baseUrl}/metrics`).then(({ text }) => text)).toContain(
    'millrace_replica_used 0',
  )
  await pair.standby.start()
  await untilReplica(config.baseUrl, 'used')
  await eventually(
    async () => linesOf('first.log').at(-1)?.msg,
    last => last === 'The lists of the dashboard are read from the replica',
  )
  expect((await named(viewer, 'ada')).found).toBe(1)
})

test('the primary itself and another database are no replicas', async () => {
  const reasons: (string | undefined)[] = []
  for (const [log, url] of [
    ['itself.log', pair.url],
    ['other.log', pair.readUrl.replace('/venues', '/postgres')],
  ] as const) {
    const [other, process] = await start(log, url)
    await eventually(
      async () => linesOf(log),
      lines => lines.length > 0,
    )
    reasons.push(linesOf(log)[0]?.reason)
    const place = { url: other.baseUrl, database }
    const member = await signedIn(place, organisation.id)
    expect((await named(member, 'ada')).found).toBe(1)
    await process.stop()
  }
  expect(reasons[0]).toBe('it is not a standby')
  expect(reasons[1]).toBeDefined()
})
