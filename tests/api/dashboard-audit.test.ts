import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditVerdict, ListedAuditEntry } from '@millrace/contract/member'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readHeads } from '../../server/src/cli/audit/read-heads.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { type PublishedHead, verifyAudit } from '../../server/src/members/verify-audit.ts'
import { recordAudit } from '../../server/src/organisations/audit.ts'
import { createPublishAuditHeads } from '../../server/src/worker/publish-audit-heads.ts'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  owner = await signedIn(millrace, organisation.id)
})

type Log = { data: ListedAuditEntry[]; links: { next: string | null } }
const record = (action: string, subject = 'thing') =>
  inTransaction(millrace.database.engine, tx =>
    recordAudit(tx, organisation.id, { actor: 'cli', action, subject, detail: { n: 1.5, text: 'é\n' } }),
  )
const read = async (query: string) => (await owner.get<Log>(`/audit${query}`)).body
const verify = async (published: readonly PublishedHead[] = []) =>
  verifyAudit(
    millrace.database.engine,
    organisation.id,
    (await loadSecrets(millrace.config)).audit,
    published,
  )
/** The administrator of the database, whom no right holds back. */
const asAdmin = async <T>(work: (admin: pg.Client) => Promise<T>): Promise<T> => {
  const admin = new pg.Client({
    connectionString: millrace.databaseUrl,
    options: '-c search_path=millrace_audit',
  })
  await admin.connect()
  try {
    await admin.query('SET session_replication_role = replica')
    return await work(admin)
  } finally {
    await admin.end()
  }
}

describe('the audit log', () => {
  test('is read newest first, in pages, and by who, what and about what', async () => {
    for (const action of ['a.one', 'a.two', 'ab.three']) await record(action, action)
    expect((await read('?actor=cli')).data.map(({ action }) => action)).toEqual([
      'ab.three',
      'a.two',
      'a.one',
    ])
    expect((await read('?action=a')).data.map(({ action }) => action)).toEqual(['a.two', 'a.one'])
    expect((await read('?action=a.one')).data).toHaveLength(1)
    expect((await read('?subject=a.two')).data).toMatchObject([{ action: 'a.two' }])
    const first = await read('?actor=cli&limit=2')
    const { body } = await owner.get<Log>((first.links.next as string).replace('/dashboard/api', ''))
    expect(body.data.map(({ action }) => action)).toEqual(['a.one'])
  })

  test('names what an entry is about, but nothing of another organisation', async () => {
    const stranger = await millrace.organisation()
    const guest = await organisation.guest({ name: 'Ada' })
    for (const subject of [guest, owner.member.id, await stranger.guest({ name: 'Grace' })])
      await record('named', subject)
    const { data } = await read('?action=named')
    expect(data.map(({ subject_name }) => subject_name)).toEqual([null, owner.member.email, 'Ada'])
  })

  test('shows nothing of another organisation', async () => {
    await record('secret.thing')
    const stranger = await signedIn(millrace, (await millrace.organisation()).id)
    const { text } = await stranger.get('/audit')
    expect(text).not.toContain('secret.thing')
    expect(text).not.toContain(owner.member.email)
  })

  test.each(['?cursor=nonsense', '?limit=0', '?actor=', '?action=%00'])('refuses %s', async query => {
    expect((await owner.get(`/audit${query}`)).status).toBe(400)
  })
})

describe('the chain of the audit log', () => {
  test('holds, also for entries that are written at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(`at.once.${n}`)))
    const { rows } = await millrace.database.engine.query(
      'SELECT count(*) AS n FROM millrace_audit.entries WHERE organisation_id = $1',
      [organisation.id],
    )
    expect(await verify()).toMatchObject({ entries: rows[0].n, unsigned: 0, faults: [] })
  })

  test('has no gap where a change was taken back', async () => {
    const failing = inTransaction(millrace.database.engine, async tx => {
      await recordAudit(tx, organisation.id, { actor: 'cli', action: 'taken.back', subject: 'x' })
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await record('next')
    expect((await verify()).faults).toEqual([])
  })

  const writes = [
    `UPDATE millrace_audit.entries SET actor = 'another'`,
    'DELETE FROM millrace_audit.entries',
    'TRUNCATE millrace_audit.entries',
    'UPDATE millrace_audit.heads SET sequence = 0',
    'DELETE FROM millrace_audit.heads',
    `UPDATE audit_entries SET actor = 'another'`,
    'DELETE FROM audit_entries',
  ]
  test.each([
    ...writes,
    `INSERT INTO millrace_audit.entries (organisation_id, id, actor, action, subject, sequence)
     VALUES (current_setting('millrace.organisation_id')::uuid, gen_random_uuid(), 'x', 'x', 'x', 1)`,
  ])('cannot be broken by a request: %s', async statement => {
    const attempt = inTenant(millrace.database, organisation.id, tx => tx.query(statement))
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ...writes,
    'ALTER TABLE millrace_audit.entries DISABLE TRIGGER ALL',
    'ALTER TABLE millrace_audit.entries DISABLE ROW LEVEL SECURITY',
    'DROP TRIGGER append_only ON millrace_audit.entries',
    'DROP TABLE millrace_audit.entries CASCADE',
    'DROP SCHEMA millrace_audit CASCADE',
    'ALTER TABLE millrace_audit.entries SET SCHEMA millrace',
    'CREATE OR REPLACE FUNCTION millrace_audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'ALTER FUNCTION millrace_audit.chain_entry() SECURITY INVOKER',
    'SET session_replication_role = replica',
    'SET ROLE millrace_audit',
    'RESET ROLE; ALTER TABLE millrace_audit.entries DISABLE TRIGGER ALL',
    'RESET ROLE; SET ROLE millrace_audit',
    'RESET ROLE; GRANT millrace_audit TO CURRENT_USER',
  ])("the application's own role cannot rewrite the audit: %s", async statement => {
    // A user with the rights that docs/operations.md gives it, and that the embedded database has.
    const name = `app_${randomBytes(6).toString('hex')}`
    await asAdmin(admin =>
      admin.query(
        `CREATE ROLE ${name} LOGIN PASSWORD 'x'; GRANT millrace_engine, millrace_tenant TO ${name}`,
      ),
    )
    const url = new URL(millrace.databaseUrl)
    url.username = name
    url.password = 'x'
    const application = new pg.Client({
      connectionString: url.href,
      options: '-c role=millrace_engine -c search_path=millrace',
    })
    try {
      await application.connect()
      await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await application.end()
      await asAdmin(admin => admin.query(`DROP ROLE ${name}`))
    }
  })

  /** The SHA-256 that anyone can calculate who has no key. */
  const recalculated = (column: string, value: string) =>
    `sha256(previous_hash || convert_to(replace(convert_from(entry_message(e), 'UTF8'), ${column}, ${value}), 'UTF8'))`
  const nth = (n: number) =>
    `(SELECT id FROM entries WHERE organisation_id = $1 ORDER BY sequence OFFSET ${n} LIMIT 1)`
  test.each([
    ['an actor was changed', `UPDATE entries SET actor = 'x' WHERE id = ${nth(1)}`, 'was changed'],
    ['a time was changed', `UPDATE entries SET at = at - interval '1 s' WHERE id = ${nth(1)}`, 'was changed'],
    ['a detail was changed', `UPDATE entries SET detail = '{}' WHERE id = ${nth(3)}`, 'was changed'],
    ['one was taken out', `DELETE FROM entries WHERE id = ${nth(1)}`, 'removed'],
    ['the first was taken out', `DELETE FROM entries WHERE id = ${nth(0)}`, 'removed'],
    ['the last was taken off', `DELETE FROM entries WHERE id = ${nth(4)}`, 'should be'],
    ['all were', 'DELETE FROM entries WHERE organisation_id = $1', 'should be'],
    [
      'one was changed and its hash recalculated',
      `UPDATE entries e SET actor = 'x', hash = ${recalculated('e.actor', "'x'")} WHERE id = ${nth(1)}`,
      'was changed',
    ],
    [
      'one was declared to be from before the key',
      `UPDATE entries e SET keyed = false, hash = sha256(previous_hash || entry_message(e)) WHERE id = ${nth(2)}`,
      'without the key',
    ],
    [
      'one was added without the key',
      `INSERT INTO entries (organisation_id, id, actor, action, subject, sequence, previous_hash, hash)
       SELECT organisation_id, gen_random_uuid(), 'x', 'x', 'x', sequence + 1, hash, sha256(hash) FROM heads
       WHERE organisation_id = $1`,
      'comes after',
    ],
  ])('shows when an administrator got around that: %s', async (_what, statement, fault) => {
    for (const action of ['one', 'two', 'three']) await record(action)
    expect((await verify()).faults).toEqual([])
    const { rowCount } = await asAdmin(admin => admin.query(statement, [organisation.id]))
    expect(rowCount).toBeGreaterThan(0)
    const { faults } = await verify()
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.join(' ')).toContain(fault)
  })

  test('an audit log that was cut off at the end, with its head, shows by what was published', async () => {
    for (const action of ['one', 'two', 'three']) await record(action)
    const { head } = await verify()
    if (head === null) throw new Error('the log has a head')
    expect((await verify([head])).faults).toEqual([])
    await asAdmin(async admin => {
      await admin.query('DELETE FROM entries WHERE organisation_id = $1 AND sequence > $2', [
        organisation.id,
        head.sequence - 2,
      ])
      await admin.query(
        `UPDATE heads h SET sequence = e.sequence, hash = e.hash FROM entries e
         WHERE e.organisation_id = h.organisation_id AND e.organisation_id = $1 AND e.sequence = $2`,
        [organisation.id, head.sequence - 2],
      )
    })
    expect((await verify()).faults).toEqual([])
    expect((await verify([head])).faults).toEqual([
      `Entry ${head.sequence - 2} is the last one, but ${head.sequence} was published: the end was removed.`,
    ])
    await record('another')
    await record('and another')
    expect((await verify([head])).faults).toEqual([
      `Entry ${head.sequence} is not the one that was published.`,
    ])
  })

  test('an audit log that was written again without the key shows', async () => {
    for (const action of ['one', 'two', 'three']) await record(action)
    await asAdmin(async admin => {
      const { rows } = await admin.query(
        'SELECT sequence FROM entries WHERE organisation_id = $1 ORDER BY 1',
        [organisation.id],
      )
      for (const { sequence } of rows) {
        await admin.query(
          `UPDATE entries e SET actor = 'x', previous_hash = coalesce((SELECT hash FROM entries p
             WHERE p.organisation_id = $1 AND p.sequence = $2 - 1), '') WHERE organisation_id = $1 AND sequence = $2`,
          [organisation.id, sequence],
        )
        await admin.query(
          `UPDATE entries e SET hash = sha256(previous_hash || entry_message(e))
           WHERE organisation_id = $1 AND sequence = $2`,
          [organisation.id, sequence],
        )
      }
      await admin.query(
        `UPDATE heads h SET hash = e.hash FROM entries e
         WHERE e.organisation_id = $1 AND h.organisation_id = $1 AND e.sequence = h.sequence`,
        [organisation.id],
      )
    })
    const { entries, faults } = await verify()
    expect(faults).toHaveLength(entries)
    expect(faults[0]).toBe('Entry 1 was changed.')
  })

  test('is verified on request, for owners only', async () => {
    await record('one')
    const { body } = await owner.get<AuditVerdict>('/audit/verification')
    expect(body).toEqual(await verify())
    expect(body).toMatchObject({ unsigned: 0, faults: [] })
    expect(body.entries).toBeGreaterThan(0)
    await asAdmin(admin =>
      admin.query(`UPDATE entries SET actor = 'x' WHERE organisation_id = $1 AND sequence = 1`, [
        organisation.id,
      ]),
    )
    expect((await owner.get<AuditVerdict>('/audit/verification')).body.faults).toEqual([
      'Entry 1 was changed.',
    ])
    const editor = await signedIn(millrace, organisation.id, { role: 'editor' })
    expect((await editor.get('/audit/verification')).status).toBe(403)
  })
})

test('the ends of audit logs go to the log and to a file, once each, in the form that verification reads', async () => {
  await record('one')
  const folder = await mkdtemp(join(tmpdir(), 'millrace-heads-'))
  try {
    const file = join(folder, 'heads')
    const logged: unknown[] = []
    const publish = createPublishAuditHeads(
      millrace.database.engineSql,
      { info: (line: unknown) => logged.push(line) } as never,
      file,
    )
    await publish()
    await publish()
    const first = (await verify()).head
    const heads = readHeads(await readFile(file, 'utf8'))
    expect(heads.get(organisation.id)).toEqual([first])
    expect(logged).toContainEqual({ audit_head: { organisation_id: organisation.id, ...first } })
    await record('two')
    await publish()
    const after = readHeads(await readFile(file, 'utf8')).get(organisation.id) ?? []
    expect(after).toEqual([first, (await verify()).head])
    expect((await verify(after)).faults).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the ends go to the log also while the file for them cannot be written, and into it when it can', async () => {
  await record('one')
  const { head } = await verify()
  const logged: unknown[] = []
  const folder = join(tmpdir(), `millrace-heads-${randomBytes(6).toString('hex')}`)
  const file = join(folder, 'heads')
  const publish = createPublishAuditHeads(
    millrace.database.engineSql,
    { info: (line: unknown) => logged.push(line) } as never,
    file,
  )
  await expect(publish()).rejects.toThrow('ENOENT')
  expect(logged).toContainEqual({ audit_head: { organisation_id: organisation.id, ...head } })
  const many = logged.length
  await mkdir(folder)
  try {
    await publish()
    await publish()
    expect(logged).toHaveLength(many)
    expect(readHeads(await readFile(file, 'utf8')).get(organisation.id)).toEqual([head])
  } finally {
    await rm(folder, { recursive: true })
  }
})
