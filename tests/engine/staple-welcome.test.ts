import type { EventEntries } from '@millrace/contract/sent-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { welcome } from '../../server/src/dashboard/templates/welcome.ts'
import { request } from '../support/millrace.ts'
import { openStaples, type Staples } from './staples.ts'

/** The template: the morning after the first visit at ten by the venue's clock; a week later an offer, unless they came again. */
let staples: Staples
let workflow_id: string
beforeAll(async () => {
  staples = await openStaples()
  await staples.query(
    `INSERT INTO venues (organisation_id, serial, name, time_zone) VALUES ($1, 'PERTH', 'Perth', 'Australia/Perth')`,
    [staples.organisation.id],
  )
  const declared = await staples.editor.ask('PUT', '/sources/meaning', {
    json: { source: 'visits', meaning: { kind: 'visit', amount: 'spend' } },
  })
  expect(declared.status, declared.text).toBe(200)
  workflow_id = await staples.publish('Welcome', welcome.definition)
})
afterAll(() => staples.stop())

const newcomer = () => staples.guest({ name: 'Ada', email: 'ada@example.com', email_consent: true })
const bill = (guest: string) => staples.send(guest, 'visits', { spend: 20 }, ['PERTH'])
const thanks = 'Lovely to have met you, Ada'

async function welcomed(guest: string) {
  const { workflow_runs } = await bill(guest)
  expect(workflow_runs).toHaveLength(1)
  const run = { id: workflow_runs[0]?.id as string, workflow_id }
  return { run, settled: await staples.settled(run) }
}

test('thanks come the next morning at ten where the venue is, and an offer a week later', async () => {
  const guest = await newcomer()
  const { run, settled } = await welcomed(guest)
  // Perth is eight hours ahead of UTC all year.
  const there = new Date(Date.now() + 8 * 3_600_000)
  const morning = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + 1, 2)
  expect(settled.resumes_at).toBe(new Date(morning).toISOString())
  expect(await staples.texts(guest)).toEqual([])

  const waiting = await staples.turn(run)
  expect(await staples.texts(guest)).toEqual([thanks])
  const week = Date.parse(waiting.resumes_at as string) - Date.now()
  expect(Math.abs(week - 7 * 86_400_000)).toBeLessThan(3_700_000)
  expect(await staples.turn(run)).toMatchObject({ outcome: 'success', outcome_reason: 'Welcomed' })
  expect(await staples.texts(guest)).toEqual([thanks, 'Something for your second visit'])
})

test('who came again gets no offer, and no second welcome', async () => {
  const guest = await newcomer()
  const { run } = await welcomed(guest)
  expect(await bill(guest)).toMatchObject({
    workflow_runs: [],
    skipped: [
      {
        reason: 'condition_failed',
        detail: { conditions: [{ field: 'guest.facts.visits', expected: 1, found: 2 }] },
      },
    ],
  })
  await staples.turn(run)
  expect(await staples.turn(run)).toMatchObject({ outcome: 'success', outcome_reason: 'Came again' })
  expect(await staples.texts(guest)).toEqual([thanks])
})

test('a guest whose earlier visits were sent as history is no newcomer', async () => {
  const guest = await newcomer()
  const { status, body, text } = await request<EventEntries>(`${staples.millrace.url}/v1/events`, {
    token: await staples.organisation.token(),
    json: [
      {
        organisation_registration_id: guest,
        parameters: { source: 'visits', spend: 15 },
        occurred_at: '2025-03-01T19:00:00Z',
        history: true,
      },
    ],
  })
  expect(status, text).toBe(200)
  expect(body.data).toMatchObject([{ accepted: true, event: { status: 'history' } }])
  expect((await bill(guest)).workflow_runs).toEqual([])
})

test('a refund leaves the visit a visit', async () => {
  const refunds = { source: 'refunds', meaning: { kind: 'refund', amount: 'spend' } }
  await staples.editor.ask('PUT', '/sources/meaning', { json: refunds })
  const guest = await newcomer()
  await bill(guest)
  await staples.send(guest, 'refunds', { spend: 20 })
  expect((await bill(guest)).workflow_runs).toEqual([])
  const facts = await staples.editor.get(`/guests/${guest}/facts`)
  expect(facts.body).toMatchObject({ facts: { visits: 2, spend: 20 } })
})
