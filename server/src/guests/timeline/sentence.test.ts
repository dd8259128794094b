import { expect, test } from 'vitest'
import type { ActivityRow } from './activity-row.ts'
import { sentenceOf } from './sentence.ts'
import { stepSentence } from './step-sentence.ts'

const words = {
  venues: new Map([['SOHO', 'The Soho Kitchen']]),
  moment: (iso: string) => `<${iso}>`,
  workflow: (id: string) => `Workflow ${id}`,
  topic: (id: string) => `Topic ${id}`,
}

const sentenceFor = (row: Partial<ActivityRow>) =>
  sentenceOf(
    {
      kind: 'step',
      at: new Date(0),
      event_id: null,
      run_id: null,
      workflow_id: null,
      workflow_name: 'Welcome series',
      label: null,
      serial: null,
      data: {},
      ...row,
    },
    words,
  )

const step = (type: string, status: string, detail: object, label: string | null = 'Welcome') =>
  sentenceFor({ label, data: { type, status, detail } })

test.each([
  [
    'send_email',
    { reason: 'no_consent' },
    'The e-mail “Welcome” was not sent: the guest has not given consent to e-mail.',
  ],
  [
    'send_email',
    { reason: 'topic_off', topic: 'events' },
    'The e-mail “Welcome” was not sent: the guest has turned the topic “Topic events” off.',
  ],
  [
    'send_sms',
    { reason: 'no_consent' },
    'The SMS “Welcome” was not sent: the guest has not given consent to SMS.',
  ],
  [
    'send_email',
    { reason: 'do_not_contact' },
    'The e-mail “Welcome” was not sent: the guest is marked as do not contact.',
  ],
  ['send_sms', { reason: 'no_address' }, 'The SMS “Welcome” was not sent: the guest has no phone number.'],
  [
    'send_email',
    { reason: 'frequency_cap', most: 2, within: { amount: 7, unit: 'days' }, sent: 2 },
    'The e-mail “Welcome” was not sent: the guest had 2 messages already, and the limit is 2 within 7 days.',
  ],
  [
    'send_sms',
    { reason: 'sms_budget_spent', budget: 50 },
    'The SMS “Welcome” was not sent: the day’s budget of 50 SMS was spent.',
  ],
  [
    'award_points',
    { reason: 'points_budget_spent', left: 3, budget: 100 },
    'The award of points “Welcome” did not happen: 3 of the day’s budget of 100 points were left.',
  ],
  ['wait', { reason: 'exited' }, 'The step “Welcome” did not happen: the guest left the workflow.'],
])('a skipped %s with %j names the rule responsible', (type, detail, sentence) => {
  expect(step(type, 'skipped', detail)).toBe(sentence)
})

test.each([
  [step('send_email', 'completed', { subject: 'Hello' }, null), 'The e-mail “Hello” was sent.'],
  [
    step('send_email', 'completed', { kept: true }),
    'The e-mail “Welcome” was not sent, because no provider is set up.',
  ],
  [step('send_sms', 'waiting', {}), 'The SMS “Welcome” is on its way.'],
  [
    step('send_sms', 'waiting', { held_until: 'T' }),
    'The SMS “Welcome” waits for the end of quiet hours until <T>.',
  ],
  [step('send_email', 'failed', { message: 'refused' }), 'The e-mail “Welcome” failed: refused.'],
  [step('award_points', 'completed', { points: 1, balance: 8 }), 'Awarded 1 point; the balance was 8 then.'],
  [
    step('award_points', 'completed', { points: -5, balance: 3 }),
    'Took away 5 points; the balance was 3 then.',
  ],
  [step('wait', 'waiting', { until: 'T' }), 'Waits until <T>.'],
  [step('branch', 'completed', { taken: 'else' }), 'The step “Welcome” took the branch “Otherwise”.'],
  [
    step('branch', 'completed', { taken: 1, cases: [{ holds: false }, { holds: true, label: 'Big bill' }] }),
    'The step “Welcome” took the branch “Big bill”.',
  ],
  [step('update_guest', 'completed', { changed: ['name', 'phone'] }), 'The workflow changed name and phone.'],
])('%s', (sentence, expected) => {
  expect(sentence).toBe(expected)
})

test('beside its name, a step does not repeat it', () => {
  const beside = (type: string, status: string, detail: object) =>
    stepSentence({ label: 'Welcome', data: { type, status, detail } }, words, { beside: true })
  expect(beside('branch', 'completed', { taken: 'else' })).toBe('Took the branch “Otherwise”.')
  expect(beside('send_email', 'skipped', { reason: 'no_consent' })).toBe(
    'The e-mail was not sent: the guest has not given consent to e-mail.',
  )
  expect(beside('wait', 'skipped', { reason: 'exited' })).toBe(
    'The step did not happen: the guest left the workflow.',
  )
})

test('an event says why each workflow did not match', () => {
  const receipt = {
    workflow_runs: [],
    skipped: [
      {
        workflow_id: '1',
        reason: 'condition_failed',
        detail: {
          conditions: [{ field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 20 }],
        },
      },
      { workflow_id: '2', reason: 're_entry_limited', detail: { until: 'T' } },
      { workflow_id: '3', reason: 'workflow_paused', detail: {} },
    ],
  }
  expect(sentenceFor({ kind: 'event', data: { source: 'till', serials: ['SOHO', 'CAMDEN'], receipt } })).toBe(
    'An event from “till” arrived at The Soho Kitchen and CAMDEN.' +
      " “Workflow 1” did not match: it requires that the event's spend is at least 50 (found 20)." +
      ' “Workflow 2” did not match: the guest was in it recently and can enter again on <T>.' +
      ' “Workflow 3” did not match: it is paused.',
  )
  const nobody = { source: null, serials: [], receipt: { workflow_runs: [], skipped: [] } }
  expect(sentenceFor({ kind: 'event', data: nobody })).toBe(
    'An event without a source arrived. No active workflow listens to events without a source.',
  )
})

test.each([
  [{ kind: 'run', data: { trigger: 'event' } }, 'Entered the workflow “Welcome series”.'],
  [
    { kind: 'run', data: { trigger: 'api' } },
    'Entered the workflow “Welcome series”, started through the API.',
  ],
  [
    { kind: 'run', data: { ended: true, status: 'completed', outcome: 'exited', reason: 'booked' } },
    'Left the workflow “Welcome series” early: booked.',
  ],
  [
    { kind: 'message', label: 'Code', data: { channel: 'sms', status: 'delivered' } },
    'The SMS “Code” reached the phone.',
  ],
  [
    { kind: 'points', data: { points: -3, reason: 'Returned', actor: 'Anna' } },
    'Anna took away 3 points: Returned',
  ],
  [
    { kind: 'consent', data: { field: 'sms_consent', value: false, how: 'guest', actor: null } },
    'The guest withdrew consent to SMS: by the address in a message.',
  ],
  [
    {
      kind: 'consent',
      data: {
        field: 'email_consent',
        value: true,
        how: 'member',
        actor: 'Anna',
        reason: 'Asked at the desk',
      },
    },
    'The guest gave consent to e-mail: changed by Anna, who wrote: “Asked at the desk”.',
  ],
  [
    {
      kind: 'consent',
      data: { field: 'email_consent', value: true, how: 'member', actor: 'Anna', reason: null },
    },
    'The guest gave consent to e-mail: changed by Anna.',
  ],
  [
    {
      kind: 'consent',
      data: {
        field: 'email_asked',
        value: true,
        how: 'integration',
        actor: 'API key k',
        stated_at: '2026-03-01T10:00:00Z',
        stated_where: 'Booking form',
        stated_words: 'Yes, news',
      },
    },
    'The guest was asked to confirm the consent to e-mail: given on 2026-03-01 at “Booking form” to “Yes, news”, sent by API key k.',
  ],
  [
    { kind: 'consent', data: { field: 'topic:events', value: false, how: 'workflow' } },
    'The guest turned the topic “Topic events” off: changed by a workflow.',
  ],
  [
    { kind: 'edit', data: { actor: 'Anna', fields: ['email', 'attributes.city'] } },
    'Anna changed the e-mail and the attribute “city”.',
  ],
  [{ kind: 'task', data: { title: 'Call', actor: 'Anna' } }, 'The task “Call” was done by Anna.'],
] as const)('%j', (row, sentence) => {
  expect(sentenceFor(row)).toBe(sentence)
})
