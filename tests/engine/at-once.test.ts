import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { openStage, type Stage } from './stage.ts'

const points = (count: number) => ({
  trigger: { source: 'till' },
  start: 'points',
  nodes: [
    { id: 'points', type: 'award_points' as const, points: count, next: 'done' },
    { id: 'done', type: 'end' as const, outcome: 'success' as const },
  ],
})

/** The first read if nothing is remembered. */
const readsFirst = (statement: string) => /FROM organisations o LEFT JOIN guests/.test(statement)

let stage: Stage
let sent: string[] = []
beforeAll(async () => {
  const statements = (text: string) => {
    sent.push(text)
    return text
  }
  stage = await openStage(await createTestDatabase(), 4, { statements })
})
beforeEach(() => {
  sent = []
})
afterAll(() => stage.close())

test('the first event of an organisation reads what there is, and the next are stored in one round trip', async () => {
  await stage.publish(points(1))
  const guestId = await stage.guest()
  await stage.event(guestId, { source: 'till' })
  expect(sent.some(readsFirst)).toBe(true)
  sent = []
  const batch = [stage.guest(), stage.guest()].map(async guest => ({ guestId: await guest, source: 'till' }))
  const said = await stage.events(await Promise.all(batch))
  expect(said.map(({ runs }) => runs.length)).toEqual([1, 1])
  expect(sent.some(readsFirst)).toBe(false)
})

test('an event is stamped with the time that its sender gets', async () => {
  const incoming = {
    organisationId: stage.organisationId,
    keyId: null,
    guestId: await stage.guest(),
    event: { source: 'till', serials: [], parameters: {} },
    warnings: [],
  }
  const [accepted] = await acceptBatch(stage, stage.organisationId, [incoming])
  if (accepted?.kind !== 'accepted') throw new Error('the event was not accepted')
  const { id, created_at } = accepted.answer.event
  const stored = await stage.query<{ event: Date; run: Date }>(
    `SELECT e.created_at AS event, r.created_at AS run FROM events e
     JOIN runs r ON r.organisation_id = e.organisation_id AND r.event_id = e.id WHERE e.id = $1`,
    [id],
  )
  expect(stored.map(row => [row.event.toISOString(), row.run.toISOString()])).toEqual([
    [created_at, created_at],
  ])
})

test('a guest who is not there is named, and those who came with them are taken', async () => {
  const [one, other] = [await stage.guest(), await stage.guest()]
  const accepted = await acceptBatch(
    stage,
    stage.organisationId,
    [one, newId(), other].map(guestId => ({
      organisationId: stage.organisationId,
      keyId: null,
      guestId,
      event: { source: 'till', serials: [], parameters: {} },
      warnings: [],
    })),
  )
  expect(accepted.map(({ kind }) => kind)).toEqual(['accepted', 'guest_not_found', 'accepted'])
})

test('a re-entry limit is decided by what is remembered too, and holds', async () => {
  const limited = { source: 'gate', re_entry: { per: 'guest' as const, within: null } }
  await stage.publish({ ...points(1), trigger: limited })
  const [first, second] = [await stage.guest(), await stage.guest()]
  expect(await stage.event(first, { source: 'gate' })).toHaveLength(1)
  sent = []
  const again = [second, second, first].map(guestId => ({ guestId, source: 'gate' }))
  const said = await stage.events(again)
  expect(said.map(({ runs, skipped }) => [runs.length, ...skipped])).toEqual([
    [1],
    [0, 're_entry_limited'],
    [0, 're_entry_limited'],
  ])
  expect(sent.some(readsFirst)).toBe(false)
})

test('only what is remembered is doubted: another failure is not taken for it, and nothing is tried again', async () => {
  let tried = 0
  let failing = false
  const broken = await openStage(await createTestDatabase(), 4, {
    statements(text) {
      if (!failing || !text.includes('INSERT INTO events')) return text
      tried += 1
      return text.replace('SELECT $1::uuid,', `SELECT ('no id ' || $1::uuid)::uuid,`)
    },
  })
  try {
    const guestId = await broken.guest()
    await broken.event(guestId)
    failing = true
    await expect(broken.event(guestId)).rejects.toMatchObject({ code: '22P02' })
    expect(tried).toBe(1)
  } finally {
    await broken.close()
  }
})

/** Another process pauses a workflow that is remembered as active: what does an event do then? */
async function afterPausing(on: Stage): Promise<number> {
  const workflowId = await on.publish({ ...points(1), trigger: { source: 'door' } })
  const guestId = await on.guest()
  expect(await on.event(guestId, { source: 'door' })).toHaveLength(1)
  await on.status(workflowId, { status: 'paused' })
  return (await on.event(guestId, { source: 'door' })).length
}

test('what is remembered counts for nothing once it has changed; without the check it would', async () => {
  expect(await afterPausing(stage)).toBe(0)
  const unchecked = await openStage(await createTestDatabase(), 4, {
    statements: text => text.replace('now_if(', 'now_if(true OR '),
  })
  try {
    expect(await afterPausing(unchecked)).toBe(1)
  } finally {
    await unchecked.close()
  }
})
