import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { type Database, inTenant } from '../../server/src/db/database.ts'
import { countTries } from '../support/access-tries.ts'
import { startApiOn } from '../support/api-on.ts'
import type { OpenApiDocument } from '../support/conformance.ts'
import { type Belongings, foreignRequests } from '../support/foreign-requests.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { readTableContents } from '../support/table-contents.ts'
import { allTrials, trials } from '../support/trials.ts'
import { waits } from '../support/workflows.ts'

let millrace: TestMillrace
let document: OpenApiDocument
let own: Owner
let other: Owner

/** An organisation with one of everything, and a word that stands in all of its texts. */
interface Owner {
  readonly organisation: TestOrganisation
  readonly token: string
  readonly has: Belongings
  readonly canary: string
}

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  document = (await request<OpenApiDocument>(`${millrace.url}/openapi.json`)).body
  own = await createOwner('ours')
  other = await createOwner('theirs')
})
const tries = countTries('isolation')
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

async function createOwner(canary: string): Promise<Owner> {
  const organisation = await millrace.organisation(canary)
  const token = await organisation.token()
  const guest = await organisation.guest({ name: canary, external_id: canary })
  const serial = canary.toUpperCase()
  await organisation.venue(serial)
  const workflow = await organisation.workflow(
    waits({ source: 'till', re_entry: { within: null, per: 'guest' } }),
    canary,
  )
  const sent = await request<{ event: { id: string; workflow_runs: { id: string }[] } }>(
    `${millrace.url}/v1/workflows/incoming-event`,
    {
      token,
      json: { organisation_registration_id: guest, parameters: { source: 'till', canary } },
      headers: { 'idempotency-key': canary },
    },
  )
  const { rows } = await millrace.database.engine.query('SELECT id FROM api_keys WHERE client_id = $1', [
    organisation.clientId,
  ])
  const { id: event, workflow_runs } = sent.body.event
  const run = workflow_runs[0]?.id as string
  // A step and a ledger entry, as a worker would have left them.
  await millrace.database.engine.query(
    `INSERT INTO steps (organisation_id, run_id, position, node_id, type, status, detail, started_at)
     VALUES ($1, $2, 0, 'pause', 'wait', 'waiting', '{}', now())`,
    [organisation.id, run],
  )
  await millrace.database.engine.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, created_at)
     VALUES ($1, $2, 'award', $3, 1, now())`,
    [organisation.id, run, guest],
  )
  const created = await request<{ guest_import: { id: string } }>(`${millrace.url}/v1/guest-imports`, {
    token,
    json: { format: 'csv', file_name: canary },
  })
  const guestImport = created.body.guest_import.id
  const saved = await request<{ segment: { id: string } }>(`${millrace.url}/v1/segments`, {
    token,
    json: { name: canary, condition: { field: 'guest.name', operator: 'equals', value: canary } },
  })
  const segment = saved.body.segment.id
  const entered = await request<{ suppression: { id: string } }>(`${millrace.url}/v1/suppressions`, {
    token,
    json: { channel: 'email', address: `${canary}@example.com`.toLowerCase(), note: canary },
  })
  const suppression = entered.body.suppression.id
  const subscribed = await request<{ subscription: { id: string } }>(`${millrace.url}/v1/subscriptions`, {
    token,
    json: { name: canary, url: 'https://example.com/', events: ['run.finished'] },
  })
  const subscription = subscribed.body.subscription.id
  const tested = await request<{ delivery_id: string }>(
    `${millrace.url}/v1/subscriptions/${subscription}/test`,
    { token, method: 'POST' },
  )
  const subscriptionDelivery = tested.body.delivery_id
  const broadcast = newId()
  await millrace.database.engine.query(
    `INSERT INTO broadcasts (organisation_id, id, workflow_id, segment_id, due_at, sent_by, state)
     VALUES ($1, $2, $3, $4, now(), $5, 'sending')`,
    [organisation.id, broadcast, workflow, segment, canary],
  )
  const has = {
    organisation: organisation.id,
    key: rows[0].id,
    guest,
    workflow,
    run,
    event,
    serial,
    guestImport,
    segment,
    suppression,
    subscription,
    subscriptionDelivery,
    broadcast,
  }
  return { organisation, token, has, canary }
}

/**
 * Whatever one organisation's token can see or do with the other's ids. A server with a mistake in it is asked for fewer,
 * at every route and in every place.
 */
async function findLeaks(
  url: string,
  eachKind = url === millrace.url || allTrials,
): Promise<{ asked: number; leaks: string[] }> {
  const leaks: string[] = []
  const before = await readTableContents(millrace.database.engine)
  const requests = foreignRequests(document, own.has, other.has, { eachKind })
  for (const { method, path, body } of requests) {
    const answer = await request(url + path, {
      method,
      token: own.token,
      ...(body === undefined ? {} : { json: body }),
    })
    // The controls leak on purpose, and are no part of the matrix.
    if (url === millrace.url) {
      tries.note({
        ...{
          operation: `${method} ${path} ${JSON.stringify(body)}`,
          caller: 'a key for ALL:ALL',
          venue: 'any',
        },
        ...{ organisation: 'another', refused: answer.status >= 400 },
      })
    }
    // An id that cannot be one is a fault of the body; everything else is not there.
    const malformed = answer.status === 400 && Object.values(body ?? {}).includes(other.has.serial)
    if (answer.status !== 404 && !malformed) leaks.push(`${method} ${path} → ${answer.status}`)
    if (answer.text.includes(other.canary)) leaks.push(`${method} ${path} shows`)
  }
  const lists = [
    '/v1/guests',
    '/v1/venues',
    '/v1/workflows',
    '/v1/guest-imports',
    '/v1/segments',
    '/v1/suppressions',
    '/v1/subscriptions',
    `/v1/subscriptions/${own.has.subscription}/deliveries`,
    `/v1/workflows/${own.has.workflow}/workflow-runs`,
    `/v1/workflows/${own.has.workflow}/broadcasts`,
    `/v1/workflows/${own.has.workflow}/missed`,
  ]
  for (const list of lists) {
    const filters = ['', `?external_id=${other.canary}`, `?org_reg_id=${other.has.guest}`]
    for (const filter of filters) {
      const { text } = await request(url + list + filter, { token: own.token })
      const said = [other.canary, ...Object.values(other.has)].filter(secret => text.includes(secret))
      if (said.length > 0) leaks.push(`GET ${list}${filter} shows ${said}`)
    }
  }
  const after = await readTableContents(millrace.database.engine)
  for (const [table, contents] of Object.entries(after)) {
    if (contents.digest !== before[table]?.digest) leaks.push(`${table} changed`)
  }
  return { asked: requests.length + lists.length * 3, leaks }
}

const withoutFilter = (statement: string) =>
  statement.replaceAll(/(\w+\.)?organisation_id = \$1/g, '$$1::uuid IS NOT NULL')

describe("another organisation's ids", () => {
  test('find nothing and change nothing, on every route of the document', async () => {
    const { asked, leaks } = await findLeaks(millrace.url)
    console.info(`isolation: ${asked} requests with the ids of another organisation, ${leaks.length} leaks`)
    expect(leaks).toEqual([])
    expect(asked).toBeGreaterThan(150)
  })

  test("nor do they when the application's own filter is gone", async () => {
    let removed = 0
    const api = await startApiOn(millrace.databaseUrl, ({ tenant }) => ({
      tenant: rewritingPool(tenant, statement => {
        const mutant = withoutFilter(statement)
        if (mutant !== statement) removed++
        return mutant
      }),
    }))
    try {
      const { leaks } = await findLeaks(api.url)
      expect(leaks).toEqual([])
      expect(removed).toBeGreaterThan(100)
    } finally {
      await api.stop()
    }
  })

  test('and the mutant that sees all rows is found out: the control', async () => {
    const api = await startApiOn(millrace.databaseUrl, ({ engine }) => ({
      tenant: rewritingPool(engine, withoutFilter),
    }))
    try {
      const { leaks } = await findLeaks(api.url)
      expect(leaks).toContain(`GET /v1/guests/${other.has.guest} → 200`)
      expect(leaks).toContain(`GET /v1/workflows/incoming-event/${other.has.event} → 200`)
      expect(leaks).toContain('millrace.runs changed')
      expect(leaks.length).toBeGreaterThan(10)
    } finally {
      await api.stop()
    }
  })

  test('are no venue, and their cursors show nobody', async () => {
    const event = await request<{ event: { warnings: string[] } }>(
      `${millrace.url}/v1/workflows/incoming-event?dry_run=true`,
      {
        token: own.token,
        json: { organisation_registration_id: own.has.guest, serials: [other.has.serial] },
      },
    )
    expect(event.body.event.warnings).toEqual([`No venue has the serial "${other.has.serial}".`])
    await other.organisation.guest()
    const page = await request<{ links: { next: string } }>(`${millrace.url}/v1/guests?limit=1`, {
      token: other.token,
    })
    const seen = await request(page.body.links.next, { token: own.token })
    expect(seen.text).not.toContain(other.has.guest)
  })

  test('do not make their token active here, nor revoke it', async () => {
    const about = (path: string) =>
      request(millrace.url + path, {
        json: {
          client_id: own.organisation.clientId,
          client_secret: own.organisation.clientSecret,
          token: other.token,
        },
      })
    expect((await about('/oauth/introspect')).body).toEqual({ active: false })
    expect((await about('/oauth/revoke')).status).toBe(200)
    expect((await request(`${millrace.url}/v1/venues`, { token: other.token })).status).toBe(200)
  })
})

describe('row-level security alone', () => {
  /** Every table of the schema, partitions too, so that one that is added tomorrow is tested tomorrow. */
  async function tables(): Promise<{ name: string; ofOrganisations: boolean }[]> {
    const { rows } = await millrace.database.engine.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace = 'millrace'::regnamespace AND c.relkind IN ('r', 'p')
       GROUP BY c.relname ORDER BY c.relname`,
    )
    return rows.map(({ name, columns }) => ({
      name,
      ofOrganisations: columns.includes('organisation_id') || name === 'organisations',
    }))
  }
  const ownerColumn = (table: string) => (table === 'organisations' ? 'id' : 'organisation_id')

  type Verdict = { rows: string[]; changed: number } | 'refused'

  /** Rolled back, so that what one attempt changes is there for the next. */
  async function attempt(database: Pick<Database, 'tenant'>, statement: string, values: unknown[] = []) {
    const work = inTenant(
      database,
      own.has.organisation,
      async tx => {
        const { rows, rowCount } = await tx.query(statement, values)
        return { rows: rows.map(row => String(row.owner)), changed: rowCount ?? 0 }
      },
      'ROLLBACK',
    )
    return work.catch((error: { code?: string }): Verdict => {
      // 42501: no privilege, or a row that the policy does not let in. Class 23: a constraint came in between, later.
      if (error.code === '42501') return 'refused'
      if (error.code?.startsWith('23')) return { rows: ['unknown'], changed: 1 }
      throw error
    })
  }

  async function findLeaksInTables(database: Pick<Database, 'tenant'>) {
    const leaks: string[] = []
    let attempts = 0
    for (const { name, ofOrganisations } of await tables()) {
      const column = ownerColumn(name)
      const leak = (
        what: string,
        verdict: Verdict,
        isLeak: (verdict: Exclude<Verdict, 'refused'>) => boolean,
      ) => {
        attempts++
        if (verdict !== 'refused' && isLeak(verdict)) leaks.push(`${name}: ${what}`)
      }
      if (!ofOrganisations) {
        leak('read', await attempt(database, `SELECT 1 AS owner FROM ${name}`), () => true)
        leak('emptied', await attempt(database, `DELETE FROM ${name}`), () => true)
        continue
      }
      const foreign = ({ rows }: { rows: string[] }) => rows.some(owner => owner !== own.has.organisation)
      leak('read', await attempt(database, `SELECT ${column} AS owner FROM ${name}`), foreign)
      leak(
        'changed',
        await attempt(database, `UPDATE ${name} SET ${column} = ${column} RETURNING ${column} AS owner`),
        foreign,
      )
      leak('deleted', await attempt(database, `DELETE FROM ${name} RETURNING ${column} AS owner`), foreign)
      leak(
        'given away',
        await attempt(database, `UPDATE ${name} SET ${column} = $1`, [other.has.organisation]),
        ({ changed }) => changed > 0,
      )
      const { rows } = await millrace.database.engine.query(
        `SELECT to_jsonb(t) AS row,
                (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
                 WHERE attrelid = t.tableoid AND attnum > 0 AND attgenerated = '' AND attidentity = '') AS columns
         FROM ${name} t WHERE ${column} = $1 LIMIT 1`,
        [other.has.organisation],
      )
      if (rows[0] !== undefined) {
        leak(
          'planted',
          await attempt(
            database,
            `INSERT INTO ${name} (${rows[0].columns}) SELECT ${rows[0].columns}
             FROM jsonb_populate_record(NULL::${name}, $1) ON CONFLICT DO NOTHING`,
            [JSON.stringify(rows[0].row)],
          ),
          () => true,
        )
      }
    }
    return { leaks, attempts }
  }

  test('lets no statement without a filter read, change, delete, give away or plant a row', async () => {
    const { leaks, attempts } = await findLeaksInTables(millrace.database)
    console.info(`isolation: ${attempts} statements without a filter, ${leaks.length} leaks`)
    expect(leaks).toEqual([])
    expect(attempts).toBeGreaterThan(60)
  })

  test('and without it the same statements are found out: the control', async () => {
    const { leaks } = await findLeaksInTables({ tenant: millrace.database.engine })
    for (const table of ['guests', 'runs', 'events', 'workflows', 'venues', 'points_entries', 'steps']) {
      expect(leaks).toContain(`${table}: read`)
    }
    expect(leaks).toContain('guests: changed')
    expect(leaks).toContain('guests: planted')
  })

  test.each(['as a new connection', 'as one that was used before'])(
    'raises an error where no organisation is set, %s',
    async which => {
      if (which.includes('before')) {
        await inTenant(millrace.database, own.has.organisation, tx => tx.query('SELECT 1 FROM guests'))
      }
      const readable = ['organisations', 'guests', 'venues', 'workflows', 'events', 'runs', 'steps']
      for (const table of readable) {
        await expect(millrace.database.tenant.query(`SELECT * FROM ${table}`)).rejects.toThrow(
          /millrace\.organisation_id|invalid input syntax for type uuid: ""/,
        )
      }
    },
  )

  test('cannot be talked around by an organisation id that is more than one', async () => {
    const injected = `${own.has.organisation}'; SET LOCAL millrace.organisation_id = '${other.has.organisation}`
    const read = inTenant(millrace.database, injected, tx => tx.query('SELECT * FROM guests'))
    await expect(read).rejects.toThrow('an organisation id is a UUID')
  })
})

describe('a pooled connection', () => {
  test('never carries an organisation over, also after errors and cancelled queries', async () => {
    const admin = new pg.Client({ connectionString: millrace.databaseUrl })
    await admin.connect()
    const owners = [own, other]
    const attempts = trials(800, 4_000)
    const seen = { right: 0, wrong: 0, cancelled: 0, failed: 0, unset: 0 }

    async function one(n: number): Promise<void> {
      const { has } = owners[n % 2] as Owner
      const kind = n % 5
      if (kind === 4) {
        // A query that does not say for whom gets nothing, whatever the connection was used for before.
        await expect(millrace.database.tenant.query('SELECT id FROM guests')).rejects.toThrow()
        seen.unset++
        return
      }
      try {
        const { rows } = await inTenant(millrace.database, has.organisation, async tx => {
          if (kind === 1) await tx.query('SELECT 1 / 0')
          if (kind === 2 && n % 3 === 0) throw new Error('changed our mind')
          if (kind === 3) await tx.query('SELECT pg_sleep(0.02)')
          return tx.query<{ organisation_id: string }>('SELECT organisation_id FROM guests')
        })
        if (rows.length > 0 && rows.every(row => row.organisation_id === has.organisation)) seen.right++
        else seen.wrong++
      } catch (error) {
        if ((error as { code?: string }).code === '57014') seen.cancelled++
        else seen.failed++
      }
    }

    let running = true
    const cancelling = (async () => {
      while (running) {
        await admin.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'millrace test'
             AND query LIKE '%pg_sleep%' AND state = 'active' AND random() < 0.5`,
        )
        // Several times while a statement sleeps; more often would only take the processor from what is tested.
        await sleep(5)
      }
    })()
    try {
      const waiting = Array.from({ length: attempts }, (_, n) => n).values()
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const n of waiting) await one(n)
        }),
      )
    } finally {
      running = false
      await cancelling
      await admin.end()
    }
    console.info(`isolation: ${attempts} transactions on pooled connections, ${JSON.stringify(seen)}`)
    expect(seen.wrong).toBe(0)
    expect(seen.right).toBeGreaterThan(attempts / 5)
    expect(seen.cancelled).toBeGreaterThan(20)
    expect(seen.unset).toBe(attempts / 5)
  })

  test('and one that would carry it over is found out: the control', async () => {
    const client = await millrace.database.tenant.connect()
    try {
      // SET instead of SET LOCAL: what the product must never do.
      await client.query(`SET millrace.organisation_id = '${other.has.organisation}'`)
      const { rows } = await client.query('SELECT organisation_id FROM guests')
      expect(rows[0]).toEqual({ organisation_id: other.has.organisation })
    } finally {
      client.release(true)
    }
  })

  test('serves two organisations over HTTP in turns, each its own', async () => {
    await millrace.database.engine.query('UPDATE api_keys SET requests_per_minute = 0')
    const asked = trials(600, 3_000)
    const wrong: string[] = []
    const waiting = Array.from({ length: asked }, (_, n) => n).values()
    const paths = [
      () => '/v1/guests',
      ({ has }: Owner) => `/v1/guests/${has.guest}`,
      () => `/v1/guests/${newId()}`,
      ({ has }: Owner) => `/v1/workflows/${has.workflow}/workflow-runs`,
      () => '/v1/guests?limit=x',
      ({ has }: Owner) => `/v1/workflows/incoming-event/${has.event}`,
    ]
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const n of waiting) {
          const [me, they] = n % 2 === 0 ? [own, other] : [other, own]
          const path = (paths[n % paths.length] as (typeof paths)[number])(me)
          const { text, status } = await request(millrace.url + path, { token: me.token })
          if (status >= 500 || Object.values(they.has).some(id => text.includes(id))) wrong.push(path)
        }
      }),
    )
    expect(wrong).toEqual([])
  })
})
