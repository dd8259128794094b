import type { DateTrigger } from '@millrace/contract/workflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMoment } from '../../server/src/calendar/read-moment.ts'
import { openScheduled, type Scheduled } from './scheduled.ts'

let ground: Scheduled
beforeEach(async () => {
  ground = await openScheduled()
})
afterEach(async () => {
  expect(ground.faults).toEqual([])
  await ground.close()
})

const date = (rule: Partial<DateTrigger['date']>, limits: Partial<DateTrigger> = {}): DateTrigger => ({
  date: { repeats: 'never', ...rule },
  ...limits,
})
const whoStarted = async () =>
  (await ground.started()).map(({ guest_id, created_at }) => [guest_id, created_at.toISOString()])
const minutes = async (from: string, many: number) => {
  for (let minute = 0; minute < many; minute += 1)
    await ground.at(new Date(Date.parse(from) + minute * 60_000).toISOString())
}

describe('hours before an attribute with a time', () => {
  const booking = (limits: Partial<DateTrigger> = {}) =>
    date({ attribute: 'booking_at', hours_before: 24 }, limits)

  test('start one run at that moment, by the offset or by the clock, and again when it is moved', async () => {
    await ground.publishAt(booking())
    const fixed = await ground.guestWith({ booking_at: '2026-06-02T19:30:00+02:00' })
    const local = await ground.guestWith({ booking_at: '2026-06-02 18:31' })
    const whole = await ground.guestWith({ booking_at: '2026-06-03' })
    await ground.guestWith({ booking_at: '2026-06-02T25:00' })
    await ground.at('2026-06-01T17:00:00Z')
    await minutes('2026-06-01T17:29:00Z', 4)
    await ground.at('2026-06-01T22:50:00Z')
    await minutes('2026-06-01T22:59:00Z', 3)
    expect(await whoStarted()).toEqual([
      [fixed, '2026-06-01T17:30:00.000Z'],
      [local, '2026-06-01T17:31:00.000Z'],
      [whole, '2026-06-01T23:00:00.000Z'],
    ])
    expect((await ground.started())[0]?.input.parameters).toEqual({
      attribute: 'booking_at',
      occasion: '2026-06-02T17:30:00.000Z',
    })
    // Entered when its moment has passed, moved while it is ahead, and moved to the same moment again.
    await ground.guestWith({ booking_at: '2026-06-02T20:00:00Z' })
    const move = (at: string) =>
      ground.query('UPDATE guests SET attributes = $2 WHERE id = $1', [
        fixed,
        JSON.stringify({ booking_at: at }),
      ])
    await move('2026-06-03T17:30:00Z')
    await minutes('2026-06-02T17:29:00Z', 3)
    await move('2026-06-03T18:30:00+01:00')
    await minutes('2026-06-02T17:32:00Z', 3)
    expect((await whoStarted()).slice(3)).toEqual([[fixed, '2026-06-02T17:30:00.000Z']])
  })

  test('are by the clock of the venue that the guest visited last', async () => {
    await ground.venue('PERTH', 'Australia/Perth')
    await ground.venue('LEEDS', 'Europe/London')
    const [perth, leeds] = [
      await ground.guestWith({ booking_at: '2026-06-02T19:30' }),
      await ground.guestWith({ booking_at: '2026-06-02T19:30' }),
    ]
    await ground.visit(perth, '2026-01-02T12:00:00Z', 'PERTH')
    await ground.visit(leeds, '2026-01-02T12:00:00Z', 'LEEDS')
    await ground.guestWith({ booking_at: '2026-06-02T19:30' })
    await ground.publishAt(booking({ venues: ['PERTH', 'LEEDS'] }))
    await ground.at('2026-06-01T11:00:00Z')
    await minutes('2026-06-01T11:29:00Z', 3)
    await ground.at('2026-06-01T18:00:00Z')
    await minutes('2026-06-01T18:29:00Z', 3)
    expect(await whoStarted()).toEqual([
      [perth, '2026-06-01T11:30:00.000Z'],
      [leeds, '2026-06-01T18:30:00.000Z'],
    ])
  })

  test.each([
    [{}, 1, 2],
    [{ if_late: 'start' } as const, 3, 0],
  ])('are late after an hour: %j', async (late, started, missed) => {
    await ground.publishAt(date({ attribute: 'booking_at', hours_before: 24, ...late }))
    for (const hour of ['12:00', '12:30', '14:30'])
      await ground.guestWith({ booking_at: `2026-06-02T${hour}Z` })
    await ground.at('2026-06-01T11:00:00Z')
    await ground.at('2026-06-01T15:00:00Z')
    expect(await whoStarted()).toHaveLength(started)
    expect(await ground.days()).toMatchObject([{ day: '2026-06-01', started, missed }])
  })

  test('start everyone once, in portions, whichever statement a worker dies with', async () => {
    await ground.publishAt(booking())
    await ground.at('2026-06-01T11:59:00Z')
    await ground.query(
      `INSERT INTO guests (organisation_id, id, attributes)
       SELECT $1, gen_random_uuid(), '{"booking_at": "2026-06-02T12:00Z"}' FROM generate_series(1, 1100)`,
      [ground.organisationId],
    )
    ground.turnTo('2026-06-01T12:00:00Z')
    const mortal = ground.worker()
    for (let at = 1; at < 25; at += 1) {
      let statements = 0
      ground.dieWith(() => ++statements === at)
      await mortal().catch(() => undefined)
    }
    ground.dieWith(undefined)
    await ground.at('2026-06-01T12:05:00Z')
    expect(
      await ground.query('SELECT count(*) AS runs, count(DISTINCT guest_id) AS guests FROM runs'),
    ).toEqual([{ runs: 1100, guests: 1100 }])
  })
})

describe('facts about visits', () => {
  test('hours after the last visit start one run for each, unless the guest comes again before', async () => {
    await ground.venue('LEEDS', 'Europe/London')
    const [once, again] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.publishAt(date({ fact: 'last_visit', hours_after: 3 }))
    await ground.at('2026-06-01T12:00:00Z')
    await ground.visit(once, '2026-06-01T12:00:00Z', 'LEEDS')
    await ground.visit(again, '2026-06-01T12:00:00Z')
    await ground.visit(again, '2026-06-01T13:30:00Z', 'LEEDS')
    for (const quarter of ['14:45', '15:00', '15:15', '16:15', '16:30', '16:45'])
      await ground.at(`2026-06-01T${quarter}:00Z`)
    expect(await whoStarted()).toEqual([
      [once, '2026-06-01T15:00:00.000Z'],
      [again, '2026-06-01T16:30:00.000Z'],
    ])
    expect((await ground.started())[0]?.input).toEqual({
      source: null,
      serials: ['LEEDS'],
      parameters: { fact: 'last_visit', occasion: '2026-06-01T12:00:00.000Z' },
    })
  })

  test('the morning after the first visit is by the clock of its venue, and once', async () => {
    await ground.venue('PERTH', 'Australia/Perth')
    await ground.venue('LEEDS', 'Europe/London')
    const [perth, leeds] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.publishAt(date({ fact: 'first_visit', days_after: 1, time: '10:00' }))
    await ground.at('2026-06-01T00:00:00Z')
    // Already the second of June in Perth.
    await ground.visit(perth, '2026-06-01T18:00:00Z', 'PERTH')
    await ground.visit(leeds, '2026-06-01T18:00:00Z', 'LEEDS')
    await ground.visit(leeds, '2026-06-03T18:00:00Z', 'LEEDS')
    for (let hour = 0; hour < 96; hour += 1)
      await ground.at(new Date(Date.parse('2026-06-01T18:00:00Z') + hour * 3_600_000).toISOString())
    expect(await whoStarted()).toEqual([
      [leeds, '2026-06-02T09:00:00.000Z'],
      [perth, '2026-06-03T02:00:00.000Z'],
    ])
    // An import finds an earlier visit of theirs.
    await ground.visit(leeds, '2026-06-05T12:00:00Z')
    await ground.query('DELETE FROM visits WHERE guest_id = $1 AND occurred_at < $2', [
      leeds,
      '2026-06-05T00:00:00Z',
    ])
    await ground.at('2026-06-06T09:00:00Z')
    expect(await whoStarted()).toHaveLength(2)
  })

  test('the anniversary of the first visit is every year, and that of 29 February on the 28th', async () => {
    const [ada, leap] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.visit(ada, '2023-06-01T12:00:00Z')
    await ground.visit(ada, '2024-06-02T12:00:00Z')
    await ground.visit(leap, '2024-02-29T12:00:00Z')
    await ground.publishAt(date({ fact: 'first_visit', repeats: 'yearly', time: '10:00' }))
    for (const day of ['2026-06-01', '2026-06-02', '2027-02-28', '2027-06-01'])
      await ground.at(`${day}T10:00:00Z`)
    expect((await ground.started()).map(({ guest_id, input }) => [guest_id, input.parameters])).toEqual([
      [ada, { fact: 'first_visit', occasion: '2026-06-01', years: 3 }],
      [leap, { fact: 'first_visit', occasion: '2027-02-28', years: 3 }],
      [ada, { fact: 'first_visit', occasion: '2027-06-01', years: 4 }],
    ])
  })
})

test('the database reads the same moments as conditions and waits', async () => {
  const clocks = ['', 'T19:30', ' 19:30:15', 't23:59:60', 'T24:00', 'T19:60', 'T19:30:15.1239', 'T7:30']
  const ends = ['', 'Z', 'z', '+01:00', '-0530', '+09', '+24:00', '+01:75', 'x', ' Z']
  const days = ['2026-05-17', '2024-02-29', '2026-02-29', '0000-01-01']
  const written = days.flatMap(day =>
    clocks.flatMap(clock => ends.map(end => `${day}${clock}${clock === '' ? '' : end}`)),
  )
  const attributes = Object.fromEntries(written.map((text, index) => [`a${index}`, text]))
  const rows = await ground.query<{ attribute: string; at: string | null; fixed: boolean | null }>(
    `SELECT attribute, fixed, to_char(coalesce(at, CASE WHEN fixed IS NULL THEN
              make_timestamp(year, month_day / 100, month_day % 100, 0, 0, 0) END), 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS at
     FROM dates_in($1)`,
    [JSON.stringify(attributes)],
  )
  const found = new Map(
    rows.flatMap(({ attribute, at, fixed }) =>
      at === null ? [] : [[attribute, fixed ? new Date(`${at}Z`) : readMoment(at, 'UTC')] as const],
    ),
  )
  const expected = written.flatMap((text, index) => {
    const moment = text.startsWith('0000') ? undefined : readMoment(text, 'UTC')
    return moment === undefined ? [] : [[`a${index}`, moment] as const]
  })
  expect(expected.length).toBeGreaterThan(20)
  expect(new Map([...found].toSorted())).toEqual(new Map(expected.toSorted()))
})
