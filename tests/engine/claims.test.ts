import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { settle } from '../../server/src/deliveries/settle.ts'
import { claimDue, type DueMessage, type Room, renewLeases } from '../../server/src/messages/claim-due.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { delivered, openStage, passing, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterEach(() => stage.query('DELETE FROM messages'))
afterAll(() => stage.close())

/** Messages of an organisation that have been due for the given number of seconds, the first one longest. */
async function due(organisationId: string, count: number, sinceSeconds = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await stage.query(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, channel, recipient, content, status, due_at, created_at)
     SELECT $1, id, id, 'write', 'email', 'ada@example.com', '{}', 'pending',
            now() - make_interval(secs => $3) + make_interval(secs => place::float8 / 1000000), now()
     FROM unnest($2::uuid[]) WITH ORDINALITY AS m (id, place)`,
    [organisationId, ids, sinceSeconds],
  )
  return ids
}

const claim = (busy: readonly DueMessage[] = [], room: Partial<Room> = {}) => {
  const counts = new Map<string, number>()
  for (const { organisationId } of busy) counts.set(organisationId, (counts.get(organisationId) ?? 0) + 1)
  return claimDue(stage.database.engineSql, 'email', {
    slots: 20,
    free: 20 - busy.length,
    busy: counts,
    ...room,
  })
}

const countBy = (messages: readonly DueMessage[], organisationId: string) =>
  messages.filter(message => message.organisationId === organisationId).length

test('an organisation alone has half of the slots, whatever it has to send, and the rest stays for others', async () => {
  const flooding = newId()
  await due(flooding, 100)
  const underWay = await claim()
  expect(underWay).toHaveLength(10)
  expect(await claim(underWay)).toEqual([])

  const other = newId()
  await due(other, 1)
  const next = await claim(underWay)
  expect(next.map(({ organisationId }) => organisationId)).toEqual([other])
})

test('organisations share the slots equally, and what waits longest goes first', async () => {
  const [young, old] = [newId(), newId()]
  await due(young, 50, 10)
  const waiting = await due(old, 50, 60)
  const claimed = await claim()
  expect([countBy(claimed, young), countBy(claimed, old)]).toEqual([6, 6])
  expect(new Set(claimed.filter(one => one.organisationId === old).map(({ id }) => id))).toEqual(
    new Set(waiting.slice(0, 6)),
  )
  const last = await claim([], { free: 1 })
  expect(last.map(({ id }) => id)).toEqual([waiting[6]])
})

test('with more organisations than slots each in turn gets one', async () => {
  const owners = Array.from({ length: 30 }, newId)
  for (const [place, owner] of owners.entries()) await due(owner, 2, 100 - place)
  const claimed = await claim()
  expect(new Set(claimed.map(({ organisationId }) => organisationId))).toEqual(new Set(owners.slice(0, 20)))
})

test('those that wait for a later attempt take no part away from others', async () => {
  for (let n = 0; n < 10; n++) await due(newId(), 1, -3_600)
  const sending = newId()
  await due(sending, 100)
  expect(await claim()).toHaveLength(10)
})

test('what is claimed is nobody else’s until the lease is over, and a lease is renewed by who has it', async () => {
  const [id] = await due(newId(), 1)
  const [first] = (await claim()) as [DueMessage]
  expect(await claim()).toEqual([])
  const expire = () => stage.query('UPDATE messages SET due_at = now() WHERE id = $1', [id])

  await expire()
  await renewLeases(stage.database.engineSql, [first])
  expect(await claim()).toEqual([])

  await expire()
  const [second] = (await claim()) as [DueMessage]
  expect([first.attempt, second.attempt]).toEqual([1, 2])
  await expire()
  await renewLeases(stage.database.engineSql, [first])
  expect(await claim()).toHaveLength(1)
})

test('who lost the attempt changes nothing, whatever came of it', async () => {
  const [id] = await due(newId(), 1)
  const [lost] = (await claim()) as [DueMessage]
  await stage.query('UPDATE messages SET due_at = now() WHERE id = $1', [id])
  const [held] = (await claim()) as [DueMessage]
  const record = (message: DueMessage, outcome: typeof delivered) =>
    stage.write(tx => settle(tx, stage.queue, message, { outcome }, 0.5))
  expect(await record(lost, delivered)).toBe(false)
  expect(await record(held, passing)).toBe(true)
  expect(await stage.query('SELECT status, attempt FROM messages')).toEqual([
    { status: 'pending', attempt: 2 },
  ])
  expect(await stage.query('SELECT attempt FROM message_attempts WHERE message_id = $1', [id])).toEqual([
    { attempt: 2 },
  ])
})
