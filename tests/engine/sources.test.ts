import type { SourcePage } from '@millrace/contract/source'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeMoment } from '../../server/src/calendar/describe-moment.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { learnSources } from '../../server/src/sources/learn-sources.ts'
import { listSources, readSource } from '../../server/src/sources/read-source.ts'
import { saveDraft } from '../../server/src/workflows/drafts/save-draft.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { gives, type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
beforeEach(async () => {
  ground = await openJobs()
})
afterEach(() => ground.close())

const STORE = `
  INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
  SELECT $1, overlay(gen_random_uuid()::text PLACING left(uuid_floor(at)::text, 15) FROM 1)::uuid, gen_random_uuid(),
         '{}', $4, parameters, 'unrouted', '{}', at
  FROM unnest($2::timestamptz[], $3::jsonb[]) AS e (at, parameters)`

interface Sent {
  readonly at: string
  readonly parameters: object
}
const stored = (events: readonly Sent[], source: string | null) => [
  ground.organisationId,
  events.map(({ at }) => at),
  events.map(({ parameters }) => JSON.stringify(parameters)),
  source,
]
const store = (events: readonly Sent[], source: string | null = 'till') =>
  ground.query(STORE, stored(events, source))

async function learnAll(): Promise<void> {
  while (await learnSources(ground.database.engine));
}
const page = async (source: string | null = 'till') =>
  (await readSource(
    ground.database.engine,
    ground.engine.organisations,
    ground.organisationId,
    source,
  )) as SourcePage

const typesOf = ({ fields }: SourcePage) =>
  Object.fromEntries(fields.map(({ key, types }) => [key, types.map(({ type, seen }) => `${type} ${seen}`)]))

test('the schema is learnt from what came, and nothing of what people wrote is kept', async () => {
  await store([
    { at: '2026-03-01T10:00:00Z', parameters: { source: 'till', spend: 4.5, vip: true, note: 'Ada Byron' } },
    {
      at: '2026-03-01T11:00:00Z',
      parameters: { source: 'till', spend: 12, phone: 447700900123, note: null },
    },
  ])
  await store([{ at: '2026-03-01T12:00:00Z', parameters: { spend: 1 } }], null)
  await learnAll()
  const learnt = await page()
  expect(learnt).toMatchObject({
    source: 'till',
    events: 2,
    first_seen_at: '2026-03-01T10:00:00.000Z',
    last_seen_at: '2026-03-01T11:00:00.000Z',
    drift: [],
  })
  expect(typesOf(learnt)).toEqual({
    note: ['null 1', 'text 1'],
    phone: ['number 1'],
    spend: ['number 2'],
    vip: ['boolean 1'],
  })
  const examples = await ground.query<{ key: string; example: unknown }>(
    `SELECT key, example FROM source_fields WHERE example IS NOT NULL AND source = 'till' ORDER BY key`,
  )
  expect(examples).toEqual([
    { key: 'spend', example: 12 },
    { key: 'vip', example: true },
  ])
  expect(learnt.fields.map(({ key, share }) => [key, share])).toContainEqual(['vip', 0.5])
  expect(
    (await listSources(ground.database.engine, ground.organisationId)).map(({ source }) => source),
  ).toEqual(['till', null])
})

test('no event is counted twice or left out, however often and by however many it is learnt', async () => {
  const events = Array.from({ length: 12_000 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 2, 1) + index * 1_000).toISOString(),
    parameters: { spend: index },
  }))
  await store(events.slice(0, 11_000))
  await Promise.all([learnAll(), learnAll(), learnAll()])
  await store(events.slice(11_000))
  await Promise.all([learnAll(), learnAll()])
  await learnAll()
  expect((await page()).events).toBe(12_000)
  expect(typesOf(await page())).toEqual({ spend: ['number 12000'] })
})

test('an event that is committed after a younger one is learnt all the same', async () => {
  const now = Date.now()
  const early = { at: new Date(now - 20_000).toISOString(), parameters: { early: 1 } }
  const late = { at: new Date(now - 10_000).toISOString(), parameters: { late: 1 } }
  await inTransaction(ground.database.engine, async tx => {
    await tx.query(STORE, stored([early], 'till'))
    await store([late])
    await learnAll()
  })
  expect(await page()).toBeUndefined()
  const later = rewritingPool(ground.database.engine, statement =>
    statement.replaceAll('now()', `(now() + interval '2 minutes')`),
  )
  await learnSources(later)
  expect(typesOf(await page())).toEqual({ early: ['number 1'], late: ['number 1'] })
})

test('what changes is described in sentences', async () => {
  const day = (date: number, parameters: object) => ({
    at: `2026-03-${String(date).padStart(2, '0')}T14:02:00Z`,
    parameters,
  })
  await store([
    day(1, { spend: 5, table: 'a', covers: 2 }),
    day(2, { spend: 6, table: 'b', covers: 2 }),
    day(3, { spend: '7', table: 4, covers: null }),
    day(4, { spend: '8', table: 'c' }),
    day(5, { spend: null, table: 'd' }),
  ])
  await learnAll()
  const since = describeMoment(new Date('2026-03-03T14:02:00Z'), 'UTC', 'en-GB')
  expect((await page()).drift).toEqual([
    `"covers" was in most events, and has not come since ${since}.`,
    `"spend" was a number; since ${since} it is text.`,
    `"table" comes as text (4 times) and a number (once); a number since ${since}.`,
  ])
})

test('it is known which workflow reads which key, as published and as a draft', async () => {
  await store([{ at: '2026-03-01T10:00:00Z', parameters: { spend: 1 } }])
  await learnAll()
  const workflowId = await ground.publish({
    trigger: { source: 'till', when: { not: { field: 'event.parameters.spend', operator: 'exists' } } },
    exits: [
      {
        on: 'event',
        source: 'till',
        when: { field: 'event.parameters.void', operator: 'equals', value: true },
      },
      { on: 'event', source: 'web', when: { field: 'event.parameters.other', operator: 'exists' } },
    ],
    start: 'text',
    nodes: [
      {
        id: 'text',
        type: 'send_sms',
        body: '{{ event.parameters.spend }} {{ event.parameters.table }}',
        next: 'end',
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  const reader = { workflow_id: workflowId, workflow_name: 'Test', document: 'published' }
  expect((await page()).readers).toEqual([
    { ...reader, key: 'spend', where: ['trigger', 'text'] },
    { ...reader, key: 'void', where: ['exit'] },
    { ...reader, key: 'table', where: ['text'] },
  ])
  const { organisationId } = ground
  const document = gives(1, { when: { field: 'event.parameters.covers', operator: 'exists' } })
  await ground.within(tx =>
    saveDraft(tx, { organisationId, workflowId, document, revision: 0, actor: 'ada' }),
  )
  expect((await page()).readers.at(-1)).toEqual({
    ...reader,
    document: 'draft',
    key: 'covers',
    where: ['trigger'],
  })
})

test('someone who makes up names as they go does not fill the database', async () => {
  const flood = Array.from({ length: 50 }, (_, index) => ({
    at: `2026-03-01T10:00:${String(index % 60).padStart(2, '0')}Z`,
    parameters: Object.fromEntries(Array.from({ length: 20 }, (__, key) => [`k${index}_${key}`, 1])),
  }))
  await store(flood)
  await learnAll()
  expect((await page()).fields).toHaveLength(500)
  await store([
    { at: '2026-03-02T10:00:00Z', parameters: { [(await page()).fields[0]?.key as string]: 2, more: 1 } },
  ])
  await learnAll()
  const { fields } = await page()
  expect(fields).toHaveLength(500)
  expect(fields[0]?.types[0]?.seen).toBe(2)
  await ground.query(
    STORE.replace("'{}', $4", `'{}', $4 || gen_random_uuid()`),
    stored(
      Array.from({ length: 1_100 }, () => ({ at: '2026-03-03T10:00:00Z', parameters: {} })),
      'made up ',
    ),
  )
  await learnAll()
  expect(await listSources(ground.database.engine, ground.organisationId)).toHaveLength(1_000)
})
