import type { TimelineEntry } from '@millrace/contract/timeline'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '../../server/src/db/database.ts'
import { adjustPoints } from '../../server/src/guests/adjust-points.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { updateGuest } from '../../server/src/guests/update-guest.ts'
import { guestChanged } from '../../server/src/runs/commands/guest-changed.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { awardsPoints, spentAtLeast } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
})
afterAll(() => millrace.stop())

/** None of these tests has a job to add: no message is on its way. */
const parts = {
  catalogue: createCatalogue(),
  organisations: createOrganisationFactsCache(),
  queue: { enqueue: async () => {} },
}
const consequences = () => guestChanged(parts, organisation.id)
const anna = { how: 'member', actor: 'Anna' } as const

async function send(guest: string, parameters: Record<string, unknown>): Promise<void> {
  const json = { organisation_registration_id: guest, parameters }
  await request(`${millrace.url}/v1/workflows/incoming-event`, { token, json })
}

const page = (guest: string, after: string | undefined, limit: number) =>
  inTenant(millrace.database, organisation.id, tx =>
    guestTimeline(tx, organisation.id, guest, { after, limit }),
  )

const sentences = async (guest: string) =>
  (await page(guest, undefined, 100)).map(({ entry }) => entry.sentence)

const runsOf = async (guest: string) =>
  (
    await millrace.database.engine.query('SELECT status, outcome_reason FROM runs WHERE guest_id = $1', [
      guest,
    ])
  ).rows as { status: string; outcome_reason: string | null }[]

const greeting: WorkflowDefinition = {
  trigger: { source: 'till', re_entry: { within: null, per: 'guest' } },
  start: 'hello',
  nodes: [
    {
      id: 'hello',
      label: 'Welcome',
      type: 'send_email',
      subject: 'Hello',
      html: '<p>Hello</p>',
      next: 'points',
    },
    { id: 'points', type: 'award_points', points: 5, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

test('a guest’s story is described newest first, with the rule responsible for what did not happen', async () => {
  await organisation.workflow(greeting, 'Greeting')
  await organisation.workflow(awardsPoints({ source: 'web', when: spentAtLeast(50) }, 1), 'Big spenders')
  const guest = await organisation.guest({ email: 'ada@example.com' })
  await send(guest, { source: 'till' })
  await eventually(
    () => runsOf(guest),
    runs => runs[0]?.status === 'completed',
  )
  await send(guest, { source: 'till' })
  await send(guest, { source: 'web', spend: 20 })
  await inTenant(millrace.database, organisation.id, tx =>
    updateGuest(tx, organisation.id, guest, { email_consent: true }, anna, consequences()),
  )
  const sorry = { points: 10, reason: 'Sorry' }
  await inTenant(millrace.database, organisation.id, tx =>
    adjustPoints(tx, organisation.id, guest, sorry, 'Anna', consequences()),
  )
  const said = await sentences(guest)
  // Both are from one transaction.
  expect(said.slice(1, 3).toSorted()).toEqual([
    'Anna changed the e-mail consent.',
    'The guest gave consent to e-mail: changed by Anna.',
  ])
  expect(said.toSpliced(1, 2)).toEqual([
    'Anna added 10 points: Sorry',
    "An event from “web” arrived. “Big spenders” did not match: it requires that the event's spend is at least 50 (found 20).",
    'An event from “till” arrived. “Greeting” did not match: the guest was in it before, and it takes each guest once.',
    'Finished the workflow “Greeting” with success.',
    'Reached the end of the workflow.',
    'Awarded 5 points; the balance was 5 then.',
    'The e-mail “Welcome” was not sent: the guest has not given consent to e-mail.',
    'Entered the workflow “Greeting”.',
    'An event from “till” arrived.',
  ])
})

test('page by page it is the same story, and nobody else’s', async () => {
  const guest = await organisation.guest({ email: 'b@example.com', email_consent: true })
  for (let n = 0; n < 3; n += 1) await send(guest, { source: 'till' })
  await eventually(
    () => runsOf(guest),
    runs => runs[0]?.status === 'completed',
  )
  const whole = (await page(guest, undefined, 100)).map(({ entry }) => entry)
  const paged: TimelineEntry[] = []
  for (let after: string | undefined; ; ) {
    const some = await page(guest, after, 2)
    paged.push(...some.map(({ entry }) => entry))
    after = some.at(-1)?.place
    if (some.length < 2) break
  }
  expect(paged).toEqual(whole)
  expect(whole.length).toBeGreaterThan(7)
  const other = await millrace.organisation()
  const foreign = await inTenant(millrace.database, other.id, tx =>
    guestTimeline(tx, organisation.id, guest, { after: undefined, limit: 10 }),
  )
  expect(foreign).toEqual([])
})

test('a change by a person ends the runs that are no longer for the guest, in the same transaction', async () => {
  await organisation.workflow(
    {
      trigger: { source: 'stay' },
      exits: [
        {
          on: 'guest',
          label: 'became a VIP',
          when: { field: 'guest.tags', operator: 'contains', value: 'vip' },
        },
      ],
      start: 'pause',
      nodes: [
        { id: 'pause', type: 'wait', until: { after: { amount: 3, unit: 'days' } }, next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    },
    'Stay',
  )
  const guest = await organisation.guest()
  await send(guest, { source: 'stay' })
  await eventually(
    () => runsOf(guest),
    runs => runs[0]?.status === 'waiting',
  )
  const change = (tags: string[]) =>
    inTenant(millrace.database, organisation.id, tx =>
      updateGuest(tx, organisation.id, guest, { tags }, anna, consequences()),
    )
  await change(['new'])
  expect(await runsOf(guest)).toEqual([{ status: 'waiting', outcome_reason: null }])
  await change(['new', 'vip'])
  expect(await runsOf(guest)).toEqual([{ status: 'completed', outcome_reason: 'became a VIP' }])
  expect(await sentences(guest)).toContain('Left the workflow “Stay” early: became a VIP.')
})
