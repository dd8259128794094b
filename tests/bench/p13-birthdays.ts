import { setTimeout as sleep } from 'node:timers/promises'
import type { DateTrigger } from '@millrace/contract/workflow'
import pg from 'pg'
import { inTransaction } from '../../server/src/db/database.ts'
import { dueGuests } from '../../server/src/workflows/due/due-guests.ts'
import { dayAfter, slotOn } from '../../server/src/workflows/occasions/slots.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { type Benchmark, median } from './benchmark.ts'
import { type Bench, openBench, serve, threeSteps } from './service.ts'

const LIMIT_SECONDS = 10
const LIMIT_MS = 50
const DAYS = 365

/** A million guests with birthdays: starting those of one day, and looking at a day that is nobody's birthday. */
export const p13: Benchmark = {
  id: 'P13',
  async run({ smoke }) {
    const guests = smoke ? 10 * DAYS : 1_000_000
    const bench = await openBench({ guests: 0 })
    const today = new Date().toISOString().slice(0, 10)
    await fill(bench, guests, today)
    const ours = await serve(bench, 'api,worker')
    const { engine } = bench.database
    try {
      // Yesterday is nobody's birthday.
      const due = Math.ceil(guests / (DAYS - 1))
      const began = performance.now()
      await celebrate(bench, today)
      for (;;) {
        const { rows } = await engine.query<{ runs: number }>('SELECT count(*) AS runs FROM runs')
        if (rows[0]?.runs === due) break
        if (performance.now() - began > 120_000) throw new Error(`${rows[0]?.runs} of ${due} after 2 minutes`)
        await sleep(20)
      }
      const seconds = (performance.now() - began) / 1_000
      const empty = await lookAtNobody(bench, today)
      if (!smoke && empty > LIMIT_MS) throw new Error(`a day without anyone took ${empty.toFixed(1)} ms`)
      return {
        id: 'P13',
        what: `starting the ${due.toLocaleString('en')} birthdays of a day, of ${guests.toLocaleString('en')} guests`,
        against: `${LIMIT_SECONDS} s`,
        unit: 's',
        must: { atMost: 1 },
        ours: [seconds],
        theirs: [LIMIT_SECONDS],
        notes: [`a day without anyone: ${empty.toFixed(2)} ms of database time, at most ${LIMIT_MS}`],
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
  },
}

/** As many on each day of the year that begins today, except its last ones. */
async function fill({ connection, organisationId }: Bench, guests: number, today: string): Promise<void> {
  // A connection without the time limit of the product's own.
  const client = new pg.Client({ ...connection, options: '-c search_path=millrace' })
  await client.connect()
  const dates = Array.from({ length: DAYS - 1 }, (_, day) => `1990${dayAfter(today, day).slice(4)}`).map(
    date => (date === '1990-02-29' ? '1988-02-29' : date),
  )
  await client.query(
    `INSERT INTO guests (organisation_id, id, name, attributes)
     SELECT $1, uuidv7(), 'Guest ' || n, jsonb_build_object('birthday', ($2::text[])[1 + n % cardinality($2::text[])])
     FROM generate_series(0, $3 - 1) AS n`,
    [organisationId, dates, guests],
  )
  await client.query('VACUUM ANALYZE guests, guest_dates')
  await client.end()
}

const birthday = (time: string): DateTrigger => ({
  date: { attribute: 'birthday', repeats: 'yearly', time },
})

/** Published before the moment, which is the beginning of this minute. */
async function celebrate({ database, organisationId, workflowId }: Bench, today: string): Promise<void> {
  const now = new Date().toISOString()
  if (now.slice(0, 10) !== today) throw new Error('the day has changed: measure again')
  const document = { ...threeSteps, trigger: birthday(now.slice(11, 16)) }
  await inTransaction(database.engine, async tx => {
    await tx.query(`UPDATE organisations SET settings = '{"time_zone": "UTC"}' WHERE id = $1`, [
      organisationId,
    ])
    await publishWorkflow(tx, { organisationId, workflowId, document, actor: 'bench' })
    await tx.query(`UPDATE schedules SET since = now() - interval '5 minutes'`)
  })
}

async function lookAtNobody({ database, organisationId, workflowId }: Bench, today: string): Promise<number> {
  const took: number[] = []
  const slot = slotOn(dayAfter(today, -1), '10:00', 'UTC')
  const zone = { key: 'UTC', timeZone: 'UTC', serials: null }
  const on = {
    organisationId,
    workflowId,
    venues: [],
    zone,
    slot,
    from: slot.at,
    asOf: null,
    after: undefined,
  }
  for (let time = 0; time < 20; time += 1) {
    const began = performance.now()
    const due = await dueGuests(on, birthday('10:00')).find(database.engine, 500)
    took.push(performance.now() - began)
    if (due.length > 0) throw new Error(`${due.length} have their birthday on ${slot.day}`)
  }
  return median(took)
}
