import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { mergeGuests } from '../../server/src/merging/merge-guests.ts'
import { undoMerge } from '../../server/src/merging/undo-merge.ts'
import { enterAllArrived } from '../../server/src/visits/arrived-visits.ts'
import { loadLedger } from '../../server/src/visits/load-ledger.ts'
import { loadVisitFacts } from '../../server/src/visits/load-visit-facts.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { previewSegment } from '../../server/src/workflows/segments/segments.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
  await stage.asTenant(tx =>
    setMeaning(
      tx,
      stage.organisationId,
      'till',
      { kind: 'visit', amount: 'spend', currency: 'currency', covers: 'covers' },
      'ada',
    ),
  )
})
beforeEach(() => enterAllArrived(stage.database.engine))
afterAll(() => stage.close())

const visitsOf = async (guestId: string) =>
  (
    await stage.asTenant(tx =>
      loadVisitFacts(tx, [{ organisationId: stage.organisationId, guestId, serials: null }]),
    )
  )[0]?.visits
const come = (guestId: string, times = 1) =>
  stage.events(Array.from({ length: times }, () => ({ guestId, source: 'till', parameters: { spend: 2 } })))
const arrived = async () =>
  (await stage.query<{ rows: number }>('SELECT count(*) AS rows FROM arrived_visits'))[0]?.rows
const merging = () => ({
  organisationId: stage.organisationId,
  by: { actor: 'ada', source: 'dashboard', runId: null } as never,
  consequences: async () => {},
  allowed: async () => {},
})

test('a visit counts as soon as it is accepted, and is entered into the ledger once', async () => {
  const guestId = await stage.guest()
  await come(guestId, 70)
  // In rows of 32.
  expect([await arrived(), await visitsOf(guestId)]).toEqual([3, 70])
  await Promise.all([
    enterAllArrived(stage.database.engine),
    enterAllArrived(stage.database.engine),
    enterAllArrived(stage.database.engine),
  ])
  expect([await arrived(), await visitsOf(guestId)]).toEqual([0, 70])
  expect(await stage.query('SELECT FROM visits WHERE guest_id = $1', [guestId])).toHaveLength(70)
})

test('everything that an entry holds is the same before and after', async () => {
  const guestId = await stage.guest()
  await stage.events([
    {
      guestId,
      source: 'till',
      parameters: { spend: '12.50', currency: 'eur', covers: 3 },
      serials: ['"a\\,{é}'],
    },
    { guestId, source: 'till', parameters: {} },
  ])
  const ledger = async () => {
    const found = await stage.asTenant(tx => loadLedger(tx, stage.organisationId, [guestId]))
    return found.get(guestId)?.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
  }
  const before = await ledger()
  expect(before).toMatchObject([
    { kind: 'visit', source: 'till', serial: '"a\\,{é}', amount: 125_000n, currency: 'EUR' },
    { kind: 'visit', source: 'till', serial: null, amount: null, currency: null },
  ])
  await enterAllArrived(stage.database.engine)
  expect(await ledger()).toEqual(before)
  const [{ covers, at } = {}] = await stage.query<{ covers: number; at: boolean }>(
    `SELECT v.covers, v.occurred_at = e.created_at AS at FROM visits v JOIN events e ON e.id = v.event_id
     WHERE v.guest_id = $1 ORDER BY v.event_id`,
    [guestId],
  )
  expect({ covers, at }).toEqual({ covers: 3, at: true })
})

test('a reader misses no visit and counts none twice while visits arrive and are entered', async () => {
  const guestId = await stage.guest()
  let [sent, accepted, over] = [0, 0, false]
  const sending = async () => {
    for (let round = 0; round < 40; round += 1) {
      sent += 3
      await come(guestId, 3)
      accepted += 3
    }
    over = true
  }
  const entering = async () => {
    while (!over) await enterAllArrived(stage.database.engine)
  }
  const wrong: string[] = []
  let readings = 0
  const reading = async () => {
    while (!over) {
      const least = accepted
      const found = (await visitsOf(guestId)) ?? 0
      if (found < least || found > sent) wrong.push(`${found}, between ${least} and ${sent}`)
      readings += 1
    }
  }
  await Promise.all([sending(), entering(), entering(), reading()])
  expect(wrong).toEqual([])
  expect(readings).toBeGreaterThan(5)
  expect(await visitsOf(guestId)).toBe(120)
})

test('what has arrived goes with its guest when they are merged, comes back, and is deleted with them', async () => {
  const [guestId, mergedId] = [await stage.guest(), await stage.guest()]
  await come(mergedId, 2)
  await come(guestId)
  expect(await arrived()).toBe(2)
  await inTransaction(stage.database.engine, tx => mergeGuests(tx, merging(), { guestId, mergedId }))
  expect(await visitsOf(guestId)).toBe(3)
  await come(guestId)
  await inTransaction(stage.database.engine, tx => undoMerge(tx, merging(), mergedId))
  expect([await visitsOf(guestId), await visitsOf(mergedId)]).toEqual([2, 2])
  await come(mergedId)
  await inTransaction(stage.database.engine, tx => eraseGuest(tx, stage.organisationId, mergedId, 'ada'))
  await enterAllArrived(stage.database.engine)
  expect(await stage.query('SELECT FROM visits WHERE guest_id = $1', [mergedId])).toEqual([])
  expect(await visitsOf(guestId)).toBe(2)
})

test('the preview of a segment counts what has arrived', async () => {
  const guestId = await stage.guest()
  const condition = { field: 'guest.facts.visits', operator: 'equals', value: 211 }
  await come(guestId, 211)
  const { members } = await stage.asTenant(tx => previewSegment(tx, stage.organisationId, condition))
  expect(members).toBe(1)
})
