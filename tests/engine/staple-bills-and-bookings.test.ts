import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingReminder } from '../../server/src/dashboard/templates/booking-reminder.ts'
import { confirmation } from '../../server/src/dashboard/templates/confirmation.ts'
import { enquiry } from '../../server/src/dashboard/templates/enquiry.ts'
import { noShow } from '../../server/src/dashboard/templates/no-show.ts'
import { review } from '../../server/src/dashboard/templates/review.ts'
import { postForm } from '../support/ask-page.ts'
import { eventually } from '../support/millrace.ts'
import { inHours, openStaples, type Staples } from './staples.ts'

const A_DAY = 24 * 60 * 60 * 1_000

/** The wait began after the run did and before now, however long a busy machine took to come to it. */
function expectWait({ created_at, resumes_at }: Run, ms: number): void {
  const began = Date.parse(resumes_at as string) - ms
  expect(began).toBeGreaterThanOrEqual(Date.parse(created_at))
  expect(began).toBeLessThanOrEqual(Date.now())
}

/** The templates that bills, reviews, enquiries and bookings start, all live at once. */
let staples: Staples
const ids = new Map<string, string>()
beforeAll(async () => {
  staples = await openStaples()
  await staples.organisation.venue('KEW')
  await staples.editor.ask('PUT', '/sources/meaning', {
    json: { source: 'visits', meaning: { kind: 'visit' } },
  })
  for (const { key, name, definition } of [review, enquiry, bookingReminder, noShow, confirmation])
    ids.set(key, await staples.publish(name, definition))
})
afterAll(() => staples.stop())

const settings = (changes: object) =>
  staples.query(
    'UPDATE organisations SET settings = settings || $1, settings_revision = settings_revision + 1',
    [JSON.stringify(changes)],
  )
beforeEach(() => settings({ quiet_hours: [] }))

let numbered = 0
/** Agreed to everything, unless something else is said. */
const guestWith = (changes: object = {}) => {
  numbered += 1
  return staples.guest({
    name: 'Ada',
    email: `ada${numbered}@example.com`,
    phone: `+4477009${String(numbered).padStart(5, '0')}`,
    email_consent: true,
    sms_consent: true,
    ...changes,
  })
}

type Values = Record<string, string | number>

/** The run of this template that the event started, when it has come to rest; undefined: it started none. */
async function send(key: string, guest: string, source: string, parameters: Values) {
  const receipt = await staples.send(guest, source, parameters, ['KEW'])
  const workflow_id = ids.get(key) as string
  const found = receipt.workflow_runs.find(run => run.workflow_id === workflow_id)
  if (found === undefined) return undefined
  return staples.settled({ id: found.id, workflow_id })
}
type Run = NonNullable<Awaited<ReturnType<typeof send>>>

const ended = (run: Run) =>
  eventually(
    () => staples.readRun(run),
    ({ outcome }) => outcome !== null,
  )
const tasksOf = (guest: string) =>
  staples.query<{ title: string; serial: string }>(
    'SELECT title, serial FROM tasks WHERE guest_id = $1 ORDER BY created_at',
    [guest],
  )

test('a review is asked for two hours after a bill from thirty pounds, and not again within ninety days', async () => {
  const guest = await guestWith()
  expect(await send('review', guest, 'bills', { spend: 29.99 })).toBeUndefined()
  const run = (await send('review', guest, 'bills', { spend: 30 })) as Run
  expectWait(run, 7_200_000)
  expect(await staples.texts(guest)).toEqual([])
  expect(await send('review', guest, 'bills', { spend: 80 })).toBeUndefined()
  const past = (days: number) =>
    staples.query(
      `UPDATE re_entries SET entered_at = entered_at - $2 * interval '1 day' WHERE guest_id = $1`,
      [guest, days],
    )
  await past(89)
  expect(await send('review', guest, 'bills', { spend: 80 })).toBeUndefined()
  await past(1)
  expect(await send('review', guest, 'bills', { spend: 80 })).toMatchObject({ status: 'waiting' })
  await staples.turn(run)
  expect(await staples.texts(guest)).toEqual(['How was your visit to KEW?'])
})

test.each([
  [3, 'Was not happy', ['How was your visit to KEW?'], 1],
  [4, 'Asked for a public review', ['How was your visit to KEW?', 'Would you say so in public?'], 0],
])('%d stars: %s', async (stars, outcome_reason, texts, tasks) => {
  const guest = await guestWith()
  const run = (await send('review', guest, 'bills', { spend: 50 })) as Run
  await staples.turn(run)
  const [asked] = await staples.query<{ html: string }>(
    `SELECT content->>'html' AS html FROM messages WHERE guest_id = $1`,
    [guest],
  )
  const links = [...(asked?.html ?? '').matchAll(/href="([^"]*\/answer\/[^"]*)"/g)].map(([, href]) => href)
  expect(links).toHaveLength(5)
  const answered = await postForm(links[stars - 1] as string, { answer: String(stars) })
  expect(answered.status, answered.text).toBe(200)
  expect(await ended(run)).toMatchObject({ outcome_reason })
  expect(await staples.texts(guest)).toEqual(texts)
  expect(await tasksOf(guest)).toHaveLength(tasks)
})

test('who does not answer within five days is asked no more', async () => {
  const guest = await guestWith()
  const run = (await send('review', guest, 'bills', { spend: 50 })) as Run
  expect((await staples.turn(run)).waiting_for).toMatchObject({ type: 'answer' })
  expect(await staples.turn(run)).toMatchObject({ outcome_reason: 'No answer' })
  expect([await staples.texts(guest), await tasksOf(guest)]).toEqual([['How was your visit to KEW?'], []])
})

test('an enquiry without its own booking within half an hour is followed up', async () => {
  const guest = await guestWith()
  const [booked, open] = [
    (await send('enquiry', guest, 'enquiries', { enquiry_id: 'E1' })) as Run,
    (await send('enquiry', guest, 'enquiries', { enquiry_id: 'E2' })) as Run,
  ]
  const { woke } = await staples.send(guest, 'bookings', {
    enquiry_id: 'E1',
    booking_id: 'B',
    booked_for: inHours(1),
  })
  expect(woke).toMatchObject([{ id: booked.id }])
  expect(await ended(booked)).toMatchObject({ outcome: 'success', outcome_reason: 'Booked' })
  expectWait(open, 1_800_000)
  await staples.turn(open)
  expect(await ended(open)).toMatchObject({ outcome_reason: 'Not booked within thirty minutes' })
  expect((await staples.texts(guest)).filter(text => text.startsWith('Your enquiry'))).toEqual([
    'Your enquiry at KEW',
  ])
})

test('a booking without a visit is a no-show, and after two within a year a deposit is asked for instead of a text', async () => {
  const guest = await guestWith()
  const book = async (booking_id: string, hours: number) => {
    await staples.send(guest, 'bookings', { booking_id, booked_for: inHours(hours) }, ['KEW'])
    const [run] = await staples.query<{ id: string }>(
      `SELECT id FROM runs WHERE workflow_id = $1 AND input->'parameters'->>'booking_id' = $2`,
      [ids.get('no-show'), booking_id],
    )
    return staples.settled({ id: run?.id as string, workflow_id: ids.get('no-show') as string })
  }
  const attributes = async () =>
    (
      await staples.query<{ attributes: Record<string, string> }>(
        'SELECT attributes FROM guests WHERE id = $1',
        [guest],
      )
    )[0]?.attributes ?? {}

  // They come, a little early; so the booking was kept. A visit before it would not count.
  const kept = await book('kept', 0.5)
  await staples.send(guest, 'visits', {}, ['KEW'])
  await staples.turn(kept)
  expect(await ended(kept)).toMatchObject({ outcome: 'success', outcome_reason: 'Came' })
  await staples.query(`UPDATE visits SET occurred_at = now() - interval '30 days' WHERE guest_id = $1`, [
    guest,
  ])

  const reminded = async (booking_id: string) => {
    const before = await staples.texts(guest)
    const run = (await send('booking-reminder', guest, 'bookings', {
      booking_id,
      booked_for: inHours(72),
    })) as Run
    await staples.turn(run)
    const { outcome_reason } = await ended(run)
    return [outcome_reason, (await staples.texts(guest)).length - before.length]
  }
  const first = await book('first', -4)
  expect(await ended(first)).toMatchObject({ outcome: 'failure', outcome_reason: 'Did not come' })
  expect(await tasksOf(guest)).toEqual([
    { title: 'Ada did not come: ask whether all is well', serial: 'KEW' },
  ])
  expect(Object.keys(await attributes())).toEqual(['last_no_show'])
  // The confirmation, and the reminder.
  expect(await reminded('after one')).toEqual(['Reminded', 2])

  await ended(await book('second', -3.5))
  expect((await attributes()).no_show_before).toBeDefined()
  expect(await reminded('after two')).toEqual(['Asked for a deposit', 2])
  expect(await staples.texts(guest)).toContain('Please confirm your booking')
  // A year later the first no longer counts.
  await staples.query(
    `UPDATE guests SET attributes = attributes || '{"no_show_before": "2020-01-01T19:00:00Z"}' WHERE id = $1`,
    [guest],
  )
  expect(await reminded('a year later')).toEqual(['Reminded', 2])
})

test('a booking that is cancelled or moved is no no-show at its first time', async () => {
  const guest = await guestWith()
  const booked_for = inHours(5)
  const [cancelled, moved] = [
    (await send('no-show', guest, 'bookings', { booking_id: 'C', booked_for })) as Run,
    (await send('no-show', guest, 'bookings', { booking_id: 'M', booked_for })) as Run,
  ]
  await staples.send(guest, 'booking-cancelled', { booking_id: 'C' })
  expect(await ended(cancelled)).toMatchObject({ outcome: 'exited', outcome_reason: 'Cancelled' })
  const { moved: names } = await staples.send(guest, 'booking-moved', {
    booking_id: 'M',
    booked_for: new Date(Date.parse(booked_for) + A_DAY).toISOString(),
  })
  expect(names).toContainEqual(expect.objectContaining({ id: moved.id }))
  const later = await eventually(
    () => staples.readRun(moved),
    ({ resumes_at }) => resumes_at !== moved.resumes_at && resumes_at !== null,
  )
  expect(Date.parse(later.resumes_at as string) - Date.parse(moved.resumes_at as string)).toBe(A_DAY)
})

const newsletter: WorkflowDefinition = {
  trigger: { source: 'news' },
  start: 'news',
  nodes: [
    { id: 'news', type: 'send_sms', body: 'News', next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
}

test('the confirmation goes to who never agreed to marketing, at night too, and the newsletter does not', async () => {
  const id = await staples.publish('Newsletter', newsletter)
  ids.set('news', id)
  await settings({
    quiet_hours: [
      { from: '00:00', to: '12:00' },
      { from: '12:00', to: '00:00' },
    ],
  })
  const booked = { booking_id: 'T', booked_for: inHours(5) }
  const never = await guestWith({ email_consent: false, sms_consent: false })
  expect(await send('confirmation', never, 'bookings', booked)).toMatchObject({ outcome: 'success' })
  expect(await send('news', never, 'news', {})).toMatchObject({ outcome: 'success' })
  expect(await staples.texts(never)).toEqual(['Your table is booked at KEW'])

  // Who agreed gets the newsletter in the morning; who stopped it, nothing but what they asked for.
  const agreed = await guestWith()
  const waiting = (await send('news', agreed, 'news', {})) as Run
  expect(waiting.waiting_for).toMatchObject({ type: 'quiet_hours' })
  await staples.query('UPDATE guests SET sms_consent = false WHERE id = $1', [agreed])
  await settings({ quiet_hours: [] })
  await staples.turn(waiting)
  await ended(waiting)
  expect(await send('confirmation', agreed, 'bookings', { ...booked, booking_id: 'U' })).toMatchObject({
    outcome: 'success',
  })
  expect(await staples.texts(agreed)).toEqual(['Your table is booked at KEW'])
})
