import { setTimeout as sleep } from 'node:timers/promises'
import type { Condition } from '@millrace/contract/condition'
import pg from 'pg'
import { inTransaction } from '../../server/src/db/database.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { listMatching } from '../../server/src/workflows/segments/members.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

const COUNT_SECONDS = 30
const RIGHT_SECONDS = 60
/** The last event is considered after so long at the earliest: see decision 76. */
const BEHIND_SECONDS = 15

/** Over tags, attributes, points, visits and events. */
const conditions: readonly Condition[] = Array.from({ length: 4 }, (_, one): Condition[] => [
  { field: 'guest.tags', operator: 'contains', value: `tag${one}` },
  {
    all: [
      { field: 'guest.attributes.city', operator: 'equals', value: `city${one}` },
      { field: 'guest.email_consent', operator: 'equals', value: true },
    ],
  },
  { field: 'guest.points', operator: 'at_least', value: 20 * (one + 1) },
  {
    any: [
      { field: 'guest.facts.visits', operator: 'at_least', value: one + 2 },
      { field: 'guest.facts.spend', operator: 'at_least', value: 150 },
    ],
  },
  { field: 'guest.events.bench.last_30_days', operator: 'at_least', value: one + 1 },
]).flat()

/** Events a second while twenty segments are kept up to date, a million guests; how long each is counted, and who is in it then. */
export const p12: Benchmark = {
  id: 'P12',
  async run({ seconds, rounds, smoke }) {
    const guests = smoke ? 2_000 : 1_000_000
    const [full, plain] = [await openBench(), await openBench()]
    for (const bench of [full, plain]) await fill(bench, guests)
    const counted = await countEach(full)
    const slow = smoke ? [] : counted.filter(seconds => seconds > COUNT_SECONDS)
    const [ours, theirs] = [await serve(full, 'api,worker'), await serve(plain, 'api,worker')]
    try {
      const load = (bench: Bench, { url, token }: typeof ours) =>
        drive({
          url: `${url}/v1/workflows/incoming-event`,
          seconds,
          connections: 64,
          headers: eventHeaders(token),
          bodies: bodiesOf(bench),
        })
      const figures = await inTurns(
        rounds,
        () => load(full, ours),
        () => load(plain, theirs),
      )
      const late = smoke ? undefined : await untilRight(full)
      return {
        id: 'P12',
        what: `events/s while ${conditions.length} segments of ${guests.toLocaleString('en')} guests are kept`,
        against: 'the same without segments',
        unit: '/s',
        must: { atLeast: 0.9 },
        ...figures,
        missed: slow.map(seconds => `the first count of a segment took ${seconds.toFixed(1)} s`),
        notes: [
          `the first count of a segment: at most ${Math.max(...counted).toFixed(1)} s (limit ${COUNT_SECONDS})`,
          ...(late === undefined
            ? []
            : [`all members right ${late.toFixed(0)} s after the last event (limit ${RIGHT_SECONDS})`]),
        ],
      }
    } finally {
      await Promise.all([ours.child.stop(), theirs.child.stop()])
      await Promise.all([full.close(), plain.close()])
    }
  },
}

/** For statements over all guests: a connection without the time limit of the product's own. */
async function connectFor({ connection }: Bench): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, options: '-c search_path=millrace' })
  await client.connect()
  return client
}

/** Beside the guests who get the events, so many others, and a visit for every fourth. */
async function fill(bench: Bench, guests: number): Promise<void> {
  const { organisationId } = bench
  const client = await connectFor(bench)
  await client.query(
    `INSERT INTO guests (organisation_id, id, name, tags, points, email_consent, attributes)
     SELECT $1, uuidv7(), 'Member ' || n, ARRAY['tag' || n % 50], n % 100, n % 3 = 0, jsonb_build_object('city', 'city' || n % 40)
     FROM generate_series(1, $2) AS n`,
    [organisationId, guests],
  )
  await client.query(
    `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, occurred_at, amount, currency)
     SELECT $1, id, uuidv7(), 'visit', 'till', now() - points * interval '1 day', points * 2, 'GBP'
     FROM guests WHERE organisation_id = $1 AND points % 4 = 1`,
    [organisationId],
  )
  await client.query('VACUUM ANALYZE guests, visits')
  await client.end()
}

/** Seconds until each segment is counted for the first time. */
async function countEach({ database, organisationId }: Bench): Promise<number[]> {
  const { engine } = database
  const took: number[] = []
  for (const [index, condition] of conditions.entries()) {
    const began = performance.now()
    const { id } = await inTransaction(engine, tx =>
      createSegment(tx, organisationId, { name: `Segment ${index}`, condition }, 'bench'),
    )
    for (;;) {
      await keepSegments(engine, { error: fail })
      const { rows } = await engine.query<{ done: boolean }>(
        'SELECT counted_revision = revision AS done FROM segments WHERE id = $1',
        [id],
      )
      if (rows[0]?.done) break
    }
    took.push((performance.now() - began) / 1_000)
  }
  return took
}

const fail = (error: unknown) => {
  throw error
}

/** Seconds until the members of every segment are those for whom its condition holds, all guests asked. */
async function untilRight(bench: Bench): Promise<number> {
  const client = await connectFor(bench)
  try {
    return await untilEqual(client, bench.organisationId)
  } finally {
    await client.end()
  }
}

async function untilEqual(client: pg.Client, organisationId: string): Promise<number> {
  const began = performance.now()
  await sleep(BEHIND_SECONDS * 1_000)
  for (;;) {
    const wrong: number[] = []
    const seconds = (performance.now() - began) / 1_000
    for (const [index, condition] of conditions.entries()) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT m.guest_id AS id FROM segment_members m
         JOIN segments s ON s.organisation_id = m.organisation_id AND s.id = m.segment_id
         WHERE s.organisation_id = $1 AND s.name = $2 AND m.left_at IS NULL ORDER BY m.guest_id`,
        [organisationId, `Segment ${index}`],
      )
      const every = { after: null, limit: 10_000_000 }
      const belong = await listMatching(client, organisationId, condition, every)
      if (rows.length !== belong.length || rows.some(({ id }, at) => id !== belong[at])) wrong.push(index)
    }
    if (wrong.length === 0) return seconds
    if (seconds > RIGHT_SECONDS) throw new Error(`after ${seconds} s the segments ${wrong} are wrong`)
  }
}
