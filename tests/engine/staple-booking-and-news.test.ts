import { createHmac } from 'node:crypto'
import type { SettingsAnswer } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { postForm } from '../support/ask-page.ts'
import { signedIn } from '../support/dashboard.ts'
import { openStaples, type Staples } from './staples.ts'

/**
 * The booking confirmation goes to who never agreed to marketing, at night too; the newsletter does not; STOP by SMS ends
 * the one and not the other.
 */
const messages = (source: string, words: string, more: object): WorkflowDefinition => ({
  trigger: { source },
  start: 'mail',
  nodes: [
    {
      id: 'mail',
      type: 'send_email',
      subject: `${words} by e-mail`,
      html: `<p>${words}</p>`,
      next: 'text',
      ...more,
    },
    { id: 'text', type: 'send_sms', body: `${words} by SMS`, next: 'done', ...more },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
})

const TOKEN = 'the token of the account'
let staples: Staples
let owner: Awaited<ReturnType<typeof signedIn>>
let booking: string
let news: string

beforeAll(async () => {
  staples = await openStaples()
  const { millrace, organisation } = staples
  owner = await signedIn(millrace, organisation.id)
  booking = await staples.publish('Booking', messages('booking', 'Booked', { class: 'transactional' }))
  news = await staples.publish('News', messages('news', 'News', {}))
})
afterAll(() => staples.stop())

/** Whatever the time is now: at night it is within the quiet hours, by day there are none. */
async function make(time: 'night' | 'day') {
  const { settings, revision } = (await owner.get<SettingsAnswer>('/settings')).body
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quiet_hours = time === 'night' ? [{ from: inHours(-2), to: inHours(8) }] : []
  const saved = await owner.ask('PUT', '/settings', {
    json: { revision, settings: { ...settings, quiet_hours } },
  })
  expect(saved.status, saved.text).toBe(200)
}

let numbers = 0
async function guest(agreed: boolean) {
  const phone = `+4477009${String(++numbers).padStart(5, '0')}`
  const given = { email_consent: agreed, sms_consent: agreed }
  const id = await staples.guest({ name: 'Ada', email: `ada-${numbers}@example.com`, phone, ...given })
  return { id, phone }
}

async function send(id: string, source: string, workflow_id: string) {
  const receipt = await staples.send(id, source)
  const run = { id: receipt.workflow_runs[0]?.id as string, workflow_id }
  return { run, settled: await staples.settled(run) }
}

/** Sorted: two messages of one step of the engine have the same time. */
const writtenTo = async (id: string) => (await staples.texts(id)).toSorted()

/** As the provider passes on what a guest writes. */
async function write(From: string, Body: string) {
  const { millrace, organisation } = staples
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  await writeSecret(millrace.database.engineSql, sealer, organisation.id, 'sms_token', TOKEN)
  const url = `${millrace.url}/callbacks/sms/${organisation.id}`
  const form: Record<string, string> = { Body, From, MessageSid: 'SM1', To: '+442079460000' }
  const signed = url + Object.entries(form).flat().join('')
  const signature = createHmac('sha1', TOKEN).update(signed).digest('base64')
  return postForm(url, form, { 'x-twilio-signature': signature })
}

test('who never agreed to marketing gets the confirmation at night, and no newsletter by day', async () => {
  const { id } = await guest(false)
  await make('night')
  expect((await send(id, 'booking', booking)).settled).toMatchObject({ status: 'completed' })
  await make('day')
  expect((await send(id, 'news', news)).settled).toMatchObject({ status: 'completed' })
  expect(await writtenTo(id)).toEqual(['Booked by SMS', 'Booked by e-mail'])
})

test('who agreed gets the confirmation at night, and the newsletter in the morning', async () => {
  const { id } = await guest(true)
  await make('night')
  const { run, settled } = await send(id, 'news', news)
  expect(settled).toMatchObject({ status: 'waiting', waiting_for: { type: 'quiet_hours' } })
  await send(id, 'booking', booking)
  expect(await writtenTo(id)).toEqual(['Booked by SMS', 'Booked by e-mail'])
  await make('day')
  expect(await staples.turn(run)).toMatchObject({ status: 'completed' })
  expect((await writtenTo(id)).slice(2)).toEqual(['News by SMS\nReply STOP to opt out', 'News by e-mail'])
})

test('STOP ends the news by SMS, and neither those by e-mail nor the confirmation', async () => {
  const { id, phone } = await guest(true)
  await make('day')
  expect((await write(phone, 'STOP')).status).toBe(200)
  await send(id, 'news', news)
  await send(id, 'booking', booking)
  expect(await writtenTo(id)).toEqual(['Booked by SMS', 'Booked by e-mail', 'News by e-mail'])
})
