import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { recordGuest } from '../../server/src/guests/record-guest.ts'
import { toImport } from '../../server/src/jobs/import/import-row.ts'
import {
  addPart,
  cancelImport,
  createImport,
  readImport,
  startImport,
  undoImport,
} from '../../server/src/jobs/import/imports.ts'
import { outdatedImports } from '../../server/src/jobs/import/outdated-imports.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
beforeEach(async () => {
  ground = await openJobs()
})
afterEach(() => ground.close())

const place = (importId: string) => ({ organisationId: ground.organisationId, importId })
const state = async (id: string) => toImport((await readImport(ground.database.engine, place(id))) as never)

/** A file that has arrived in parts of any size. */
async function sent(file: string, partSize = 1_000): Promise<string> {
  const bytes = Buffer.from(file)
  return ground.within(async tx => {
    const { id } = await createImport(tx, ground.organisationId, { format: 'csv' }, 'ada')
    for (let at = 0; at < bytes.length; at += partSize)
      await addPart(tx, place(id), at, bytes.subarray(at, at + partSize))
    return id
  })
}
const start = (id: string, trial = false) => ground.within(tx => startImport(tx, place(id), trial, 'ada'))
const undo = (id: string) => ground.within(tx => undoImport(tx, place(id), 'ada'))

const many = (count: number) =>
  `email,name\n${Array.from({ length: count }, (_, index) => `guest${index}@example.com,Guest ${index}\n`).join('')}`
const guests = () => ground.query<{ email: string; name: string }>('SELECT email, name FROM guests')
const left = async () => {
  const [row] = await ground.query<{ claims: number; parts: number }>(
    'SELECT (SELECT count(*) FROM guest_import_claims) AS claims, (SELECT count(*) FROM guest_import_parts) AS parts',
  )
  return row
}

/** A worker whose process dies at every other commit, before the commit. */
function mortal() {
  let commits = 0
  const deaths = { count: 0 }
  const dying = rewritingPool(ground.database.engine, statement => {
    if (statement !== 'COMMIT') return statement
    commits += 1
    if (commits % 2 === 0) return statement
    deaths.count += 1
    return `DO $$ BEGIN RAISE EXCEPTION 'terminated' USING ERRCODE = '57P01'; END $$`
  })
  const query = ground.database.engine.query.bind(ground.database.engine)
  const worker = ground.worker({ database: { engine: Object.assign(dying, { query }) } })
  return { deaths, turn: () => worker().catch(() => true) }
}

test('several workers, one of which dies with every other portion, import every row once', async () => {
  const id = await sent(many(1_600))
  await start(id)
  const { turn, deaths } = mortal()
  await turn()
  await ground.pass()
  await ground.workOff([turn, ground.worker()])
  expect(deaths.count).toBeGreaterThan(0)
  expect(await state(id)).toMatchObject({
    status: 'imported',
    counts: { rows: 1_600, created: 1_600, changed: 0, unchanged: 0, refused: 0 },
  })
  const found = await guests()
  expect(new Set(found.map(({ email }) => email)).size).toBe(1_600)
  expect(found).toHaveLength(1_600)
  expect(await left()).toEqual({ claims: 0, parts: 0 })

  await undo(id)
  const undoing = mortal()
  await ground.workOff([undoing.turn, ground.worker()])
  expect(undoing.deaths.count).toBeGreaterThan(0)
  expect(await state(id)).toMatchObject({ status: 'undone', undo: { deleted: 1_600, restored: 0, kept: 0 } })
  expect(await guests()).toEqual([])
  for (const table of ['guest_identifiers', 'guest_tags', 'consent_changes', 'guest_import_changes'])
    expect(await ground.query(`SELECT FROM ${table}`), table).toEqual([])
})

test('guests who are created by other requests meanwhile are found, and none is there twice', async () => {
  const id = await sent(many(600))
  await start(id)
  const outside = { organisationId: ground.organisationId, actor: 'till', consequences: async () => {} }
  const others = Array.from({ length: 60 }, (_, index) =>
    ground.within(tx =>
      recordGuest(
        tx,
        outside,
        [
          { type: 'email', system: '', value: `GUEST${index * 10}@example.com` },
          { type: 'external_id', system: 'toast', value: `t${index}` },
        ],
        { fields: {} },
      ),
    ),
  )
  await Promise.all([ground.workOff([ground.worker(), ground.worker()]), ...others])
  const { status, counts } = await state(id)
  expect({ status, refused: counts.refused }).toEqual({ status: 'imported', refused: 0 })
  expect(await guests()).toHaveLength(600)
  expect(await ground.query('SELECT FROM guest_identifiers')).toHaveLength(660)
})

test('an import that is cancelled keeps what it did, can be continued, and can be undone', async () => {
  const id = await sent(many(600))
  await start(id)
  const worker = ground.worker()
  await worker()
  await ground.pass()
  await worker()
  await ground.within(tx => cancelImport(tx, place(id), 'ada'))
  expect(await state(id)).toMatchObject({ status: 'cancelled', counts: { created: 250 } })
  expect(await guests()).toHaveLength(250)
  await expect(start(id, true)).rejects.toThrow('imported already')
  await start(id)
  await ground.workOff([worker])
  expect(await state(id)).toMatchObject({
    status: 'imported',
    counts: { rows: 600, created: 350, unchanged: 250 },
  })
  await expect(start(id)).rejects.toThrow('imported already')
  await undo(id)
  await ground.workOff([worker])
  expect(await state(id)).toMatchObject({ undo: { deleted: 600 } })
  expect(await guests()).toEqual([])
  await expect(start(id)).rejects.toThrow('was undone')
})

test('an event that was being stored for a guest while they were deleted is erased too', async () => {
  const id = await sent(many(1))
  await start(id)
  await ground.workOff([ground.worker()])
  const [guest] = await ground.query<{ id: string }>('SELECT id FROM guests')
  await inTransaction(ground.database.engine, async tx => {
    await tx.query(
      `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
       VALUES ($1, uuid_floor(now()), $2, '{A}', 'till', '{}', 'unrouted', '{}', now())`,
      [ground.organisationId, guest?.id],
    )
    await undo(id)
    const worker = ground.worker()
    for (let turn = 0; turn < 5; turn += 1) {
      await worker()
      await ground.pass()
    }
    expect((await state(id)).status).toBe('undoing')
  })
  await ground.workOff([ground.worker()])
  expect((await state(id)).status).toBe('undone')
  expect(await ground.query('SELECT guest_id FROM erasures')).toEqual([{ guest_id: guest?.id }])
})

test('deleting a guest deletes what imports know about them', async () => {
  const id = await sent('email,name\nada@example.com,Ada Byron\nnot an address,Ada Byron\n')
  await start(id)
  await ground.workOff([ground.worker()])
  const [guest] = await ground.query<{ id: string }>('SELECT id FROM guests')
  await ground.within(tx => eraseGuest(tx, ground.organisationId, guest?.id as string, 'ada'))
  expect(await ground.query('SELECT FROM guest_import_changes')).toEqual([])
  expect(await ground.query('SELECT FROM guest_import_refusals')).toEqual([])
})

test('a file that no one imports is deleted after a week, and the import after a month', async () => {
  const id = await sent(many(3))
  const tidy = async () => {
    for (const statement of outdatedImports) await ground.database.engine.query(statement, [100])
  }
  await tidy()
  expect(await left()).toMatchObject({ parts: 1 })
  await ground.query(`UPDATE guest_imports SET created_at = now() - interval '8 days'`)
  await tidy()
  expect(await left()).toMatchObject({ parts: 0 })
  await start(id)
  await ground.workOff([ground.worker()])
  expect(await state(id)).toMatchObject({ status: 'failed' })
  await ground.query(`UPDATE guest_imports SET created_at = now() - interval '31 days'`)
  await tidy()
  expect(await ground.query('SELECT FROM guest_imports')).toEqual([])
})

test('wherever the parts of a file are cut, the same guests come of it', async () => {
  const file = `email,name\r\n${Array.from({ length: 12 }, (_, index) => `g${index}@example.com,"Zoë ""${index}""\nB"\r\n`).join('')}`
  for (const partSize of [5, 64]) {
    const id = await sent(file, partSize)
    await start(id)
    await ground.workOff([ground.worker()])
    expect((await state(id)).counts).toMatchObject({ rows: 12, refused: 0 })
  }
  expect(await guests()).toHaveLength(12)
  expect((await guests())[0]?.name).toMatch(/^Zoë "\d+"\nB$/)
})
