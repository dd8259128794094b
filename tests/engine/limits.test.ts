import type { NewGuest } from '@millrace/contract/guest'
import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { end, mail, points, reachable, sms, workflow } from './nodes.ts'
import { delivered, openStage, refused, type Stage } from './stage.ts'

let stage: Stage
let letters: string
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
  letters = await stage.publish(
    workflow('letters', [mail('letter', 'text'), sms('text', 'gift'), points('gift'), end]),
  )
})
beforeEach(() => stage.settings({}))
afterAll(() => stage.close())

async function send(
  guest: NewGuest,
  forced = false,
): Promise<{ guestId: string; runId: string; path: string[] }> {
  const guestId = await stage.guest(guest)
  return { guestId, ...(await sendTo(guestId, forced)) }
}

async function sendTo(guestId: string, forced = false) {
  const runId = forced
    ? await stage.force(letters, guestId)
    : ((await stage.event(guestId, { source: 'letters' }))[0] as string)
  await stage.work()
  return { runId, path: await stage.path(runId) }
}

const messagesOf = (guestId: string) =>
  stage.query<{ channel: string; status: string }>(
    'SELECT channel, status FROM messages WHERE guest_id = $1 ORDER BY channel, created_at',
    [guestId],
  )

const smtp: OrganisationSettings['email'] = {
  ...defaultSettings.email,
  smtp: { host: 'mail.example.com', port: 25, security: 'none' },
}

test('without a mail server and a provider messages are kept, and nothing is there to be sent', async () => {
  const { guestId, path } = await send(reachable)
  expect(path).toEqual(['letter', 'text', 'gift', 'end'])
  expect(await messagesOf(guestId)).toEqual([
    { channel: 'email', status: 'kept' },
    { channel: 'sms', status: 'kept' },
  ])
  expect([...(await stage.claim('email')), ...(await stage.claim('sms'))]).toEqual([])
})

const reasons: [string, NewGuest, [letter: string, text: string]][] = [
  ['do_not_contact', { ...reachable, do_not_contact: true }, ['do_not_contact', 'do_not_contact']],
  ['consent', { ...reachable, email_consent: false, sms_consent: false }, ['no_consent', 'no_consent']],
  ['an address', { ...reachable, email: null, phone: null }, ['no_address', 'no_address']],
  [
    'do_not_contact before consent',
    { ...reachable, sms_consent: false, do_not_contact: true },
    ['do_not_contact', 'do_not_contact'],
  ],
]

test.each(reasons)(
  'a send heeds %s, says so, and the run continues, forced or not',
  async (_what, guest, [letter, text]) => {
    for (const forced of [false, true]) {
      const { guestId, path } = await send(guest, forced)
      expect(path).toEqual([`letter skipped: ${letter}`, `text skipped: ${text}`, 'gift', 'end'])
      expect(await messagesOf(guestId)).toEqual([])
      expect(await stage.points(guestId)).toBe(1)
    }
  },
)

test('a cap counts what went to the guest by one channel, over runs of one batch and of two, and forced ones', async () => {
  await stage.settings({ caps: [{ channel: 'email', most: 2, within: { amount: 1, unit: 'days' } }] })
  const guestId = await stage.guest(reachable)
  const together = await stage.events([
    { guestId, source: 'letters' },
    { guestId, source: 'letters' },
    { guestId, source: 'letters' },
  ])
  await stage.work()
  const paths = await Promise.all(together.map(({ runs }) => stage.path(runs[0] as string)))
  expect(paths.map(([letter]) => letter).sort()).toEqual([
    'letter',
    'letter',
    'letter skipped: frequency_cap',
  ])
  expect((await sendTo(guestId)).path[0]).toBe('letter skipped: frequency_cap')
  const forced = await sendTo(guestId, true)
  expect(forced.path).toEqual(['letter skipped: frequency_cap', 'text', 'gift', 'end'])
  expect((await stage.stepsOf(forced.runId))[0]?.detail).toMatchObject({ most: 2, sent: 2 })

  await stage.query(`UPDATE messages SET created_at = now() - interval '25 hours' WHERE guest_id = $1`, [
    guestId,
  ])
  expect((await sendTo(guestId)).path[0]).toBe('letter')
})

test('runs of one guest that two workers take at once keep to the cap together', async () => {
  await stage.settings({ caps: [{ channel: 'email', most: 1, within: { amount: 1, unit: 'days' } }] })
  const guestId = await stage.guest(reachable)
  for (let n = 0; n < 6; n++) await stage.event(guestId, { source: 'letters' })
  await Promise.all(Array.from({ length: 3 }, () => stage.workOnce(2)))
  await stage.work()
  expect((await messagesOf(guestId)).filter(({ channel }) => channel === 'email')).toHaveLength(1)
})

test('a message that failed does not count against the cap when it is tried again', async () => {
  await stage.settings({
    email: smtp,
    caps: [{ channel: 'email', most: 1, within: { amount: 1, unit: 'days' } }],
  })
  const { runId } = await send(reachable)
  await stage.deliver('email', refused)
  await stage.work()
  expect((await stage.run(runId)).status).toBe('failed')
  await stage.retry(runId)
  await stage.work()
  expect(await stage.deliver('email', delivered)).toBe(1)
  await stage.work()
  expect((await stage.path(runId))[0]).toBe('letter')
})

test('quiet hours hold a send until they are over, and everything is asked again then', async () => {
  const always = [
    { from: '00:00', to: '12:00' },
    { from: '12:00', to: '24:00' },
  ]
  await stage.settings({ quiet_hours: always })
  const held = await send(reachable)
  const changed = await send(reachable, true)
  for (const { runId } of [held, changed]) {
    expect(await stage.run(runId)).toMatchObject({ status: 'waiting', waiting_for: { type: 'quiet_hours' } })
    expect(await stage.path(runId)).toEqual(['letter waiting'])
    expect((await stage.stepsOf(runId))[0]?.finished_at).toBeNull()
  }
  expect(await messagesOf(held.guestId)).toEqual([])

  // It is still quiet when a run wakes: the run is held further.
  await stage.pass(held.runId)
  await stage.wake()
  await stage.work()
  expect(await stage.run(held.runId)).toMatchObject({
    status: 'waiting',
    waiting_for: { type: 'quiet_hours' },
  })
  expect((await stage.stepsOf(held.runId))[0]?.finished_at).toBeNull()

  await stage.settings({})
  await stage.query('UPDATE guests SET email_consent = false WHERE id = $1', [changed.guestId])
  for (const { runId } of [held, changed]) await stage.pass(runId)
  await stage.wake()
  await stage.work()
  expect(await stage.path(held.runId)).toEqual(['letter', 'text', 'gift', 'end'])
  expect(await stage.path(changed.runId)).toEqual(['letter skipped: no_consent', 'text', 'gift', 'end'])
})

test('a daily budget of points stops the award that would exceed it, and the stop is recorded', async () => {
  const gifts = await stage.publish(
    workflow('gifts', [points('large', 'small', 60), points('small', 'end', 30), end]),
  )
  await stage.settings({ budgets: { points_a_day: 100, sms_a_day: null } })
  const usage = () =>
    stage.query<{ used: number; spent: boolean }>(
      `SELECT used, spent_at IS NOT NULL AS spent FROM daily_usage WHERE organisation_id = $1 AND kind = 'points'`,
      [stage.organisationId],
    )
  const first = await stage.force(gifts, await stage.guest())
  await stage.work()
  expect(await stage.path(first)).toEqual(['large', 'small', 'end'])
  expect(await usage()).toEqual([{ used: 90, spent: false }])
  const second = await stage.force(gifts, await stage.guest())
  await stage.work()
  expect(await stage.path(second)).toEqual([
    'large skipped: points_budget_spent',
    'small skipped: points_budget_spent',
    'end',
  ])
  expect((await stage.stepsOf(second))[0]?.detail).toEqual({
    reason: 'points_budget_spent',
    points: 60,
    left: 10,
    budget: 100,
  })
  expect(await usage()).toEqual([{ used: 90, spent: true }])
  await stage.query('DELETE FROM daily_usage')
})

test('two workers that want the last of a budget do not both get it', async () => {
  await stage.settings({ budgets: { points_a_day: null, sms_a_day: 3 } })
  const guests = await Promise.all(Array.from({ length: 12 }, () => stage.guest(reachable)))
  for (const guestId of guests) await stage.event(guestId, { source: 'letters' })
  await Promise.all(Array.from({ length: 4 }, () => stage.workOnce(3)))
  await stage.work()
  const sent = await stage.query(`SELECT FROM messages WHERE channel = 'sms' AND guest_id = ANY($1)`, [
    guests,
  ])
  expect(sent).toHaveLength(3)
  const [usage] = await stage.query(
    `SELECT used, spent_at IS NOT NULL AS spent FROM daily_usage WHERE kind = 'sms'`,
  )
  expect(usage).toEqual({ used: 3, spent: true })
  const skipped = await stage.query(
    `SELECT FROM every_step WHERE node_id = 'text' AND detail->>'reason' = 'sms_budget_spent'`,
  )
  expect(skipped).toHaveLength(9)
})

test('an event starts nothing within the re-entry limit, of two at once one, and a forced run does not ask', async () => {
  const source = 'limited'
  const workflowId = await stage.publish({
    ...workflow(source, [points('gift'), end]),
    trigger: { source, re_entry: { within: { amount: 1, unit: 'hours' }, per: 'guest' } },
  })
  const guestId = await stage.guest()
  const at_once = await Promise.all(
    Array.from({ length: 4 }, () =>
      stage.events([
        { guestId, source },
        { guestId, source },
      ]),
    ),
  )
  const accepted = at_once.flat()
  expect(accepted.flatMap(({ runs }) => runs)).toHaveLength(1)
  expect(accepted.flatMap(({ skipped }) => skipped)).toEqual(Array(7).fill('re_entry_limited'))
  await stage.force(workflowId, guestId)
  await stage.query(`UPDATE re_entries SET entered_at = entered_at - interval '1 hour' WHERE guest_id = $1`, [
    guestId,
  ])
  expect(await stage.event(guestId, { source })).toHaveLength(1)
  expect(await stage.event(guestId, { source })).toHaveLength(0)
  await stage.work()
  expect(await stage.points(guestId)).toBe(3)
})
