import type { AbsenceTrigger } from '@millrace/contract/workflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openScheduled, type Scheduled } from './scheduled.ts'

let ground: Scheduled
beforeEach(async () => {
  ground = await openScheduled()
})
afterEach(async () => {
  expect(ground.faults).toEqual([])
  await ground.close()
})

const away = (
  rule: Partial<AbsenceTrigger['absence']> = {},
  limits: Partial<AbsenceTrigger> = {},
): AbsenceTrigger => ({ absence: { days: 60, time: '10:00', ...rule }, ...limits })
const whoStarted = async () => (await ground.started()).map(({ guest_id }) => guest_id)

/** A guest who comes every day, so that no till seems silent. */
async function regular(serial: string | null = null, from = '2026-01-01', days = 500) {
  const id = await ground.guestWith({})
  await ground.query(
    `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at)
     SELECT $1, $2, gen_random_uuid(), 'visit', 'till', $3, $4::timestamptz + make_interval(days => day)
     FROM generate_series(0, $5) AS day`,
    [ground.organisationId, id, serial, `${from}T12:00:00Z`, days],
  )
  return id
}

describe('sixty days without a visit', () => {
  test('start one run, at the first ten o’clock after them', async () => {
    await regular()
    const ada = await ground.guestWith({})
    await ground.visit(ada, '2026-02-01T20:00:00Z')
    await ground.visit(ada, '2026-01-01T20:00:00Z')
    await ground.publishAt(away())
    // Sixty times 24 hours end on 2 April at 20:00.
    await ground.at('2026-04-02T23:00:00Z')
    expect(await whoStarted()).toEqual([])
    await ground.at('2026-04-03T08:59:59Z')
    expect(await whoStarted()).toEqual([])
    await ground.at('2026-04-03T09:00:00Z')
    expect(await ground.started()).toEqual([
      {
        guest_id: ada,
        created_at: new Date('2026-04-03T09:00:00Z'),
        trigger: 'absence',
        input: {
          source: null,
          serials: [],
          parameters: { last_visit: '2026-02-01T20:00:00.000Z', days: 60 },
        },
      },
    ])
    await ground.at('2026-07-01T09:00:00Z')
    expect(await whoStarted()).toEqual([ada])
  })

  test('start another run for another absence, and none for a guest who came in time', async () => {
    await regular()
    const [ada, bob] = [await ground.guestWith({}), await ground.guestWith({})]
    for (const guest of [ada, bob]) await ground.visit(guest, '2026-02-01T20:00:00Z')
    await ground.publishAt(away())
    await ground.at('2026-04-03T08:00:00Z')
    await ground.visit(bob, '2026-04-03T08:30:00Z')
    await ground.at('2026-04-03T09:00:00Z')
    expect(await whoStarted()).toEqual([ada])
    await ground.visit(ada, '2026-04-10T20:00:00Z')
    await ground.at('2026-06-02T09:00:00Z')
    await ground.at('2026-06-10T09:00:00Z')
    expect(await whoStarted()).toEqual([ada, bob, ada])
  })

  test('that were over before the publication start nothing, and neither does a visit that is entered late', async () => {
    await regular()
    const [ada, bob] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.visit(ada, '2025-06-01T20:00:00Z')
    await ground.publishAt(away())
    await ground.at('2026-03-05T12:00:00Z')
    await ground.visit(bob, '2026-01-02T20:00:00Z')
    await ground.at('2026-03-06T12:00:00Z')
    expect(await whoStarted()).toEqual([])
  })

  test('count bookings, no-shows and refunds as no visits', async () => {
    await regular()
    const ada = await ground.guestWith({})
    await ground.visit(ada, '2026-02-01T20:00:00Z')
    for (const kind of ['booking', 'no_show', 'refund', 'review'])
      await ground.visit(ada, '2026-03-01T20:00:00Z', null, kind)
    await ground.publishAt(away())
    await ground.at('2026-04-03T09:00:00Z')
    expect(await whoStarted()).toEqual([ada])
  })
})

describe('sixty days without an event of named sources', () => {
  const book = (guest: string, at: string) => ground.visit(guest, at, null, 'booking', 'bookings')
  const other = (guest: string, at: string) => ground.visit(guest, at, null, 'visit', 'wifi')

  test('start one run for each absence, whatever the events mean, and other sources end none', async () => {
    const [ada, bob, cleo] = [
      await ground.guestWith({}),
      await ground.guestWith({}),
      await ground.guestWith({}),
    ]
    await book(ada, '2026-02-01T20:00:00Z')
    await book(bob, '2026-02-01T20:00:00Z')
    await other(cleo, '2026-02-01T20:00:00Z')
    // Ada has been there, but has not booked; Bob was on the wifi, which counts.
    await ground.visit(ada, '2026-03-20T12:00:00Z')
    await other(bob, '2026-03-20T12:00:00Z')
    // They are not silent.
    for (const day of ['2026-03-31', '2026-05-18']) await book(await ground.guestWith({}), `${day}T12:00:00Z`)
    await ground.publishAt(away({ sources: ['bookings', 'wifi'] }))
    await ground.at('2026-04-03T09:00:00Z')
    expect((await whoStarted()).toSorted()).toEqual([ada, cleo].toSorted())
    expect((await ground.started()).map(({ input }) => input.parameters)).toEqual([
      { last_event: '2026-02-01T20:00:00.000Z', days: 60 },
      { last_event: '2026-02-01T20:00:00.000Z', days: 60 },
    ])
    await ground.at('2026-05-20T09:00:00Z')
    expect((await whoStarted()).filter(id => id === bob)).toHaveLength(1)
    expect(await ground.started()).toHaveLength(3)
  })

  test('call nobody absent while these are silent, though visits arrive', async () => {
    await regular()
    const ada = await ground.guestWith({})
    await book(ada, '2026-02-01T20:00:00Z')
    await ground.publishAt(away({ sources: ['bookings'] }))
    await ground.at('2026-04-03T09:00:00Z')
    expect(await whoStarted()).toEqual([])
    expect(await ground.days()).toMatchObject([{ missed_because: 'source_silent' }])
    await book(await ground.guestWith({}), '2026-04-03T12:00:00Z')
    await ground.at('2026-04-04T09:00:00Z')
    expect(await whoStarted()).toEqual([ada])
  })
})

describe('venues', () => {
  beforeEach(async () => {
    await ground.venue('PERTH', 'Australia/Perth')
    await ground.venue('LEEDS', 'Europe/London')
    await regular('PERTH')
    await regular('LEEDS')
  })

  test('a run is at the venue of the last visit, by its clock', async () => {
    const [perth, leeds] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.visit(perth, '2026-02-01T00:00:00Z', 'PERTH')
    await ground.visit(leeds, '2026-02-01T00:00:00Z', 'LEEDS')
    await ground.publishAt(away())
    await ground.at('2026-04-02T02:00:00Z')
    expect(await ground.started()).toMatchObject([{ guest_id: perth, input: { serials: ['PERTH'] } }])
    await ground.at('2026-04-02T09:00:00Z')
    expect(await ground.started()).toMatchObject([
      { guest_id: perth },
      { guest_id: leeds, input: { serials: ['LEEDS'] } },
    ])
  })

  test('of a workflow are those whose visits count', async () => {
    const [both, leeds] = [await ground.guestWith({}), await ground.guestWith({})]
    for (const guest of [both, leeds]) await ground.visit(guest, '2026-02-01T00:00:00Z', 'LEEDS')
    await ground.visit(both, '2026-03-01T00:00:00Z', 'PERTH')
    await ground.publishAt(away())
    await ground.publishAt(away({}, { venues: ['LEEDS'] }))
    await ground.at('2026-04-02T09:00:00Z')
    expect((await whoStarted()).toSorted()).toEqual([both, leeds, leeds].toSorted())
  })
})

describe('a silent till', () => {
  test('calls nobody absent, and those who stayed away follow when it speaks again', async () => {
    await ground.venue('LEEDS', 'Europe/London')
    await regular('LEEDS', '2026-01-01', 80)
    const [ada, bob] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.visit(ada, '2026-02-01T00:00:00Z', 'LEEDS')
    await ground.visit(bob, '2026-02-02T00:00:00Z', 'LEEDS')
    await ground.publishAt(away())
    await ground.at('2026-03-20T12:00:00Z')
    // The last visit arrived on 22 March.
    for (const day of ['02', '03', '04', '05']) await ground.at(`2026-04-${day}T09:00:00Z`)
    expect(await whoStarted()).toEqual([])
    expect(await ground.days()).toMatchObject([
      { day: '2026-04-02', started: 0, missed_because: 'source_silent' },
    ])
    await ground.visit(bob, '2026-04-04T12:00:00Z', 'LEEDS')
    await ground.at('2026-04-06T09:00:00Z')
    expect(await whoStarted()).toEqual([ada])
    expect(await ground.query(`SELECT FROM schedules WHERE progress::text LIKE '%held%'`)).toEqual([])
  })

  test('lists nobody as missed during a pause, until it speaks again', async () => {
    await ground.venue('LEEDS', 'Europe/London')
    const [ada, bob] = [await ground.guestWith({}), await ground.guestWith({})]
    for (const guest of [ada, bob]) await ground.visit(guest, '2026-02-01T00:00:00Z', 'LEEDS')
    const id = await ground.publishAt(away())
    await ground.at('2026-04-01T08:00:00Z')
    await ground.status(id, 'paused')
    await ground.at('2026-04-03T12:00:00Z')
    const missed = () => ground.query<{ guest_id: string }>('SELECT guest_id FROM missed_occasions')
    expect(await missed()).toEqual([])
    expect(await ground.days()).toMatchObject([{ missed: 0, missed_because: 'source_silent' }])
    // Bob had been there meanwhile.
    await ground.visit(bob, '2026-03-20T12:00:00Z', 'LEEDS')
    await ground.visit(await ground.guestWith({}), '2026-04-03T12:30:00Z', 'LEEDS')
    await ground.at('2026-04-03T13:00:00Z')
    expect(await missed()).toEqual([{ guest_id: ada }])
    expect(await whoStarted()).toEqual([])
  })
})

describe('exactly once', () => {
  test('with several workers, and with a time of day and a number of days that change', async () => {
    await regular()
    await ground.query(
      `INSERT INTO guests (organisation_id, id) SELECT $1, gen_random_uuid() FROM generate_series(1, 700)`,
      [ground.organisationId],
    )
    await ground.query(
      `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, occurred_at)
       SELECT organisation_id, id, gen_random_uuid(), 'visit', 'till', '2026-02-01T20:00:00Z' FROM guests g
       WHERE NOT EXISTS (SELECT FROM visits v WHERE v.guest_id = g.id)`,
    )
    const id = await ground.publishAt(away())
    await ground.at('2026-04-02T12:00:00Z')
    await ground.publishAt(away({ time: '18:00' }), id)
    await ground.at('2026-04-02T17:00:00Z')
    ground.turnTo('2026-04-03T17:00:00Z')
    await ground.work([ground.worker(), ground.worker()])
    await ground.publishAt(away({ days: 61 }), id)
    await ground.at('2026-04-04T09:00:00Z')
    await ground.at('2026-04-05T09:00:00Z')
    expect(
      await ground.query('SELECT count(*) AS runs, count(DISTINCT guest_id) AS guests FROM runs'),
    ).toEqual([{ runs: 700, guests: 700 }])
  })

  test('a pause misses those who were due, and says how many', async () => {
    await regular()
    await ground.visit(await ground.guestWith({}), '2026-02-01T20:00:00Z')
    const id = await ground.publishAt(away())
    await ground.at('2026-04-03T08:00:00Z')
    await ground.status(id, 'paused')
    await ground.at('2026-04-03T12:00:00Z')
    await ground.status(id, 'active')
    await ground.at('2026-04-04T12:00:00Z')
    expect(await whoStarted()).toEqual([])
    expect(await ground.days()).toMatchObject([{ missed: 1, missed_because: 'workflow_paused' }])
  })
})
