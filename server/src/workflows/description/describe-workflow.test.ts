import type { BroadcastRule } from '@millrace/contract/broadcast'
import type { Condition } from '@millrace/contract/condition'
import { conditionInWords } from '@millrace/contract/condition/in-words'
import type { WorkflowNode } from '@millrace/contract/node'
import type { Trigger } from '@millrace/contract/workflow'
import { describe, expect, test } from 'vitest'
import { everyNode } from '../validation/every-node.fixture.ts'
import { describeWorkflow } from './describe-workflow.ts'

const workflowId = '0192d3f8-0000-7000-8000-000000000002'
const names = {
  venues: new Map([['HARBOUR-01', 'The Harbour Kitchen']]),
  workflows: new Map([[workflowId, 'Welcome']]),
}

test('a straight workflow is one sentence, with the re-entry limit in another', () => {
  const nodes: WorkflowNode[] = [
    { id: 'a', type: 'wait', until: { after: { amount: 2, unit: 'hours' } }, next: 'b' },
    { id: 'b', type: 'send_email', subject: 'Thank you', html: '<p>Hello</p>', next: 'c' },
    { id: 'c', type: 'award_points', points: -1, next: 'd' },
    { id: 'd', type: 'wait', until: { time: { time: '09:30', weekdays: [5, 1] } }, next: 'e' },
    { id: 'e', type: 'wait', until: { open: true }, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ]
  const when: Condition = { field: 'event.parameters.spend', operator: 'at_least', value: 50 }
  const trigger = {
    source: 'till',
    when,
    venues: ['HARBOUR-01', 'X'],
    re_entry: { within: null, per: 'guest_and_venue' as const },
  }
  expect(describeWorkflow({ trigger, start: 'a', nodes }, names)).toBe(
    'When an event comes from "till" at The Harbour Kitchen or X and the event\'s spend is at least 50: ' +
      'wait 2 hours, send the e-mail "Thank you", take 1 point away, wait until 09:30 on Monday or Friday, ' +
      'wait until the venue is open, end. A guest enters at each venue once.',
  )
})

test('a date and an absence are described with their clock', () => {
  const nodes: WorkflowNode[] = [{ id: 'end', type: 'end', outcome: 'success' }]
  const says = (trigger: Trigger) => describeWorkflow({ trigger, start: 'end', nodes }, names)
  const date = { attribute: 'birthday', repeats: 'yearly', time: '10:00' } as const
  expect(says({ date: { ...date, days_before: 7 } })).toBe(
    "When it is 7 days before the guest's birthday, every year at 10:00: end.",
  )
  expect(says({ date: { ...date, repeats: 'never', days_after: 1 }, venues: ['HARBOUR-01'] })).toBe(
    "When it is 1 day after the guest's birthday at 10:00, for guests who have been at The Harbour Kitchen: end.",
  )
  expect(says({ date: { attribute: 'booking_at', repeats: 'never', hours_before: 24 } })).toBe(
    "When it is 24 hours before the guest's booking_at: end.",
  )
  expect(says({ date: { fact: 'last_visit', repeats: 'never', hours_after: 1 } })).toBe(
    "When it is 1 hour after the guest's last visit: end.",
  )
  expect(says({ absence: { days: 60, time: '11:00' } })).toBe(
    'When a guest has not been at any venue for 60 days, at 11:00: end.',
  )
  expect(says({ absence: { days: 60, sources: ['bookings', 'wifi'], time: '11:00' } })).toBe(
    'When a guest has had no event from "bookings" or "wifi" at any venue for 60 days, at 11:00: end.',
  )
})

test('a segment is described by its name, and with those who are in it', () => {
  const nodes: WorkflowNode[] = [{ id: 'end', type: 'end', outcome: 'success' }]
  const id = '0192c8a0-0000-7000-8000-000000000301'
  const says = (trigger: Trigger) =>
    describeWorkflow({ trigger, start: 'end', nodes }, { ...names, segments: new Map([[id, 'Gold']]) })
  expect(says({ segment: { id, on: 'leaves' }, venues: ['HARBOUR-01'] })).toBe(
    'When a guest leaves the segment "Gold", for guests who have been at The Harbour Kitchen: end.',
  )
  expect(says({ segment: { id, on: 'enters', already_in: 'start' } })).toBe(
    'When a guest enters the segment "Gold", and for those who are in it already: end.',
  )
})

test('a broadcast is described by its segment, its time and its pace', () => {
  const nodes: WorkflowNode[] = [{ id: 'end', type: 'end', outcome: 'success' }]
  const segment = '0192c8a0-0000-7000-8000-000000000301'
  const says = (rule: Partial<BroadcastRule>) =>
    describeWorkflow(
      { trigger: { broadcast: { segment, ...rule } }, start: 'end', nodes },
      { ...names, segments: new Map([[segment, 'Gold']]) },
    )
  expect(says({})).toBe('When it is sent to the segment "Gold", by a member: end.')
  expect(
    says({
      every: { weekdays: [5, 1], week: 'first', time: '16:00' },
      clock: 'venue',
      pace: { guests: 1_000, per: 'hour' },
    }),
  ).toBe(
    'When it is sent to the segment "Gold", every first Monday and Friday of the month at 16:00 by the venue\'s clock, at most 1,000 guests an hour: end.',
  )
  expect(says({ every: { time: '10:00' } })).toContain(', every day at 10:00: end.')
  expect(says({ every: { month_day: 3, time: '10:00' } })).toContain(
    ', on day 3 of every month at 10:00: end.',
  )
  expect(says({ once: { date: '2026-12-24', time: '10:00' } })).toContain(', on 2026-12-24 at 10:00: end.')
})

test('ways that part and meet again are described once each, and so are the exits', () => {
  const text = describeWorkflow(everyNode, names)
  expect(text).toContain(
    'call crm.example.com; if it answers (continue), if it does not (create the task "Notify the CRM about {{ guest.name }} by hand" for Duty manager; then wait up to 4 hours; if the task is done (continue), if it is not (continue); then start the workflow "Welcome"); then if the status that "crm" answered is 200 or the variable threshold is less than 10 (for 50 % of the guests (send the e-mail',
  )
  expect(text).toContain(
    'wait up to 3 weeks; if an event comes from "till" and the event\'s spend is more than 0 (add the tag "regular", end), ' +
      'or if an event comes that names no source (end), if nothing comes (remove the tag "regular", end as a failure (Did not come back))',
  )
  expect(text).toContain(
    'wait 2 hours, and again when an event comes from "till" with the same table and the spend of the event that started the run is known',
  )
  expect(text).toContain(
    'A guest leaves at once when an event comes from "complaints" with the same bill_id and the event\'s open is true, or when the guest is not to be contacted.',
  )
  for (const once of ['award 25 points', 'send the SMS', 'wait up to 3', 'call crm']) {
    expect(text.split(once)).toHaveLength(2)
  }
})

test('a workflow whose ways cross over and over is described in bounded time and length', () => {
  const when: Condition = { field: 'guest.name', operator: 'exists' }
  const nodes: WorkflowNode[] = Array.from({ length: 200 }, (_, index) => ({
    id: `n${index}`,
    type: 'branch',
    cases: [{ when, next: index > 197 ? 'end' : `n${index + 1}` }],
    else: index > 197 ? 'end' : `n${index + 2}`,
  }))
  nodes.push({ id: 'end', type: 'end', outcome: 'success' })
  const text = describeWorkflow({ trigger: { source: null }, start: 'n0', nodes })
  expect(text).toContain('and so on')
  expect(text.length).toBeLessThan(10_000)
})

describe('a condition', () => {
  test.each<[Condition, string]>([
    [
      { field: 'guest.tags', operator: 'not_contains', value: 'vip' },
      'the guest does not have the tag "vip"',
    ],
    [
      { not: { field: 'guest.tags', operator: 'contains', value: 'vip' } },
      'the guest does not have the tag "vip"',
    ],
    [{ field: 'guest.email_consent', operator: 'equals', value: true }, 'the guest agreed to e-mail'],
    [{ field: 'guest.sms_consent', operator: 'not_equals', value: true }, 'the guest did not agree to SMS'],
    [
      { field: 'event.serials', operator: 'contains', value: 'HARBOUR-01' },
      'the event is about The Harbour Kitchen',
    ],
    [
      { field: 'guest.name', operator: 'one_of', value: ['A', 'B', null] },
      'the guest\'s name is one of "A", "B" or nothing',
    ],
    [{ field: 'guest.attributes.shoe.size', operator: 'not_exists' }, "the guest's shoe.size is not known"],
    [{ field: 'venue.variables.manager', operator: 'exists' }, "the venue's manager is known"],
    [
      { field: 'webhooks.crm.body.state', operator: 'equals', value: 'x' },
      '"state" in the answer of "crm" is "x"',
    ],
    [
      { field: `past_runs.${workflowId}.days_since_last`, operator: 'at_least', value: 30 },
      'the number of days since the last run of "Welcome" is at least 30',
    ],
    [
      {
        any: [
          {
            all: [
              { field: 'guest.points', operator: 'greater_than', value: 1 },
              { field: 'guest.points', operator: 'less_than', value: 9 },
            ],
          },
          { not: { field: 'guest.points', operator: 'at_most', value: 5 } },
        ],
      },
      "(the guest's points balance is more than 1 and the guest's points balance is less than 9) or it is not true that the guest's points balance is at most 5",
    ],
  ])('%j is read aloud', (condition, words) => {
    expect(conditionInWords(condition, names)).toBe(words)
  })
})
