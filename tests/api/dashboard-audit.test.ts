import type { AuditEntry } from '@millrace/contract/member'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { verifyAudit } from '../../server/src/members/verify-audit.ts'
import { recordAudit } from '../../server/src/organisations/audit.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Visitor & { member: { email: string } }

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  owner = await signedIn(millrace, organisation.id)
})

type Log = { data: AuditEntry[]; links: { next: string | null } }
const record = (action: string, subject = 'thing') =>
  inTransaction(millrace.database.engine, tx =>
    recordAudit(tx, organisation.id, { actor: 'cli', action, subject, detail: { n: 1.5, text: 'é\n' } }),
  )
const read = async (query: string) => (await owner.get<Log>(`/audit${query}`)).body
const verify = () => verifyAudit(millrace.database.engine, organisation.id)

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
      'SELECT count(*) AS n FROM audit_entries WHERE organisation_id = $1',
      [organisation.id],
    )
    expect(await verify()).toEqual({ entries: rows[0].n, faults: [] })
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

  test.each([
    [`UPDATE audit_entries SET actor = 'somebody else'`],
    ['DELETE FROM audit_entries'],
    ['TRUNCATE audit_entries'],
    [
      `INSERT INTO audit_entries (organisation_id, id, actor, action, subject, sequence)
      VALUES (current_setting('millrace.organisation_id')::uuid, gen_random_uuid(), 'x', 'x', 'x', 1)`,
    ],
    ['UPDATE audit_heads SET sequence = 0'],
  ])('cannot be broken by a request: %s', async statement => {
    const attempt = inTenant(millrace.database, organisation.id, tx => tx.query(statement))
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [`UPDATE audit_entries SET actor = 'somebody else'`],
    ['DELETE FROM audit_entries'],
    ['TRUNCATE audit_entries'],
  ])('cannot be broken by the engine: %s', async statement => {
    await expect(millrace.database.engine.query(statement)).rejects.toThrow('never changed')
  })

  const nth = (n: number) =>
    `(SELECT id FROM audit_entries WHERE organisation_id = $1 ORDER BY sequence OFFSET ${n} LIMIT 1)`
  test.each([
    ['an actor was changed', `UPDATE audit_entries SET actor = 'x' WHERE id = ${nth(1)}`, 'was changed'],
    [
      'a time was changed',
      `UPDATE audit_entries SET at = at - interval '1 s' WHERE id = ${nth(1)}`,
      'was changed',
    ],
    ['a detail was changed', `UPDATE audit_entries SET detail = '{}' WHERE id = ${nth(3)}`, 'was changed'],
    ['one was taken out', `DELETE FROM audit_entries WHERE id = ${nth(1)}`, 'taken out'],
    ['the first was taken out', `DELETE FROM audit_entries WHERE id = ${nth(0)}`, 'taken out'],
    ['the last was taken off', `DELETE FROM audit_entries WHERE id = ${nth(4)}`, 'should be'],
    ['all were', 'DELETE FROM audit_entries WHERE organisation_id = $1', 'should be'],
    [
      'one was changed and its hash reckoned anew',
      `UPDATE audit_entries SET actor = 'x', hash = audit_hash(previous_hash,
         ROW(organisation_id, id, at, 'x', action, subject, detail, sequence, previous_hash, hash)::audit_entries)
       WHERE id = ${nth(1)}`,
      'does not go on from',
    ],
  ])('tells when an administrator got around that: %s', async (_what, statement, fault) => {
    for (const action of ['one', 'two', 'three']) await record(action)
    const admin = new pg.Client({
      connectionString: millrace.databaseUrl,
      options: '-c search_path=millrace',
    })
    await admin.connect()
    try {
      expect((await verify()).faults).toEqual([])
      await admin.query('SET session_replication_role = replica')
      const { rowCount } = await admin.query(statement, [organisation.id])
      expect(rowCount).toBeGreaterThan(0)
    } finally {
      await admin.end()
    }
    const { faults } = await verify()
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.join(' ')).toContain(fault)
  })
})
