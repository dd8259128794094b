import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { conditionInBrief } from './condition-in-brief.ts'
import { connectionsOf } from './connections.ts'
import { gistOf, triggerGist } from './gist.ts'
import { triggerName } from './trigger-in-words.ts'

const other = '0192c8a0-0000-7000-8000-000000000204'
const document: WorkflowDefinition = {
  trigger: { source: 'till', when: { field: 'event.parameters.spend', operator: 'greater_than', value: 0 } },
  start: 'call',
  nodes: [
    { id: 'call', type: 'create_task', title: 'Call the guest', next: 'end' },
    { id: 'news', type: 'send_email', subject: 'What is new', html: 'News', next: 'end' },
  ],
}
const names = new Map([[other, 'Call back after a complaint']])

test.each<[WorkflowNode, string]>([
  [
    {
      id: 'a',
      type: 'start_workflow',
      workflow: other,
      parameters: [{ key: 'stars', value: 1 }],
      next: 'end',
    },
    'Call back after a complaint',
  ],
  [{ id: 'b', type: 'wait', until: { after: { amount: 1, unit: 'days' } }, next: 'end' }, '1 day'],
  [
    {
      id: 'c',
      type: 'wait_for_task',
      tasks: ['call'],
      timeout: { after: { amount: 4, unit: 'hours' }, next: 'end' },
      next: 'end',
    },
    'Call the guest, up to 4 hours',
  ],
  [
    {
      id: 'd',
      type: 'wait_for_event',
      events: [
        { source: 'till', next: 'end' },
        { source: 'bookings', next: 'end' },
      ],
      timeout: { after: { amount: 30, unit: 'days' }, next: 'end' },
    },
    'till or bookings, up to 30 days',
  ],
  [
    {
      id: 'f',
      type: 'wait_for_click',
      email: 'news',
      timeout: { after: { amount: 3, unit: 'days' }, next: 'end' },
      next: 'end',
    },
    'What is new, up to 3 days',
  ],
  [
    {
      id: 'f',
      type: 'wait_for_click',
      email: '',
      timeout: { after: { amount: 3, unit: 'days' }, next: 'end' },
      next: 'end',
    },
    'up to 3 days',
  ],
  [{ id: 'e', type: 'end', outcome: 'failure' }, 'Counts as failed'],
])('the gist of a step says what it does: %j', (node, words) => {
  expect(gistOf(node, document, names)).toBe(words)
})

test('the trigger names its source and its condition', () => {
  expect(triggerGist(document.trigger)).toBe('till, if spend is more than 0')
  expect(triggerGist({ source: null })).toBe('Events without a source')
})

test('the trigger says which date, or how long an absence', () => {
  const date = { attribute: 'birthday', repeats: 'yearly', time: '10:00' } as const
  expect(triggerGist({ date })).toBe('birthday at 10:00')
  expect(triggerGist({ date: { ...date, days_before: 7 } })).toBe('7 days before birthday at 10:00')
  expect(triggerGist({ date: { ...date, days_after: 1 } })).toBe('1 day after birthday at 10:00')
  expect(triggerGist({ date: { fact: 'last_visit', repeats: 'never', hours_after: 3 } })).toBe(
    '3 hours after last visit',
  )
  expect(triggerGist({ absence: { days: 60, time: '11:00' } })).toBe('60 days without a visit')
})

test('the trigger names its segment, and whether those in it are started', () => {
  const segment = { id: '0192c8a0-0000-7000-8000-000000000301', on: 'enters' } as const
  expect(triggerName({ segment })).toBe('When a guest enters a segment')
  expect(triggerName({ segment: { ...segment, on: 'leaves' } })).toBe('When a guest leaves a segment')
  expect(triggerGist({ segment }, 'Gold')).toBe('Gold')
  expect(triggerGist({ segment: { ...segment, already_in: 'start' } })).toBe(
    'A segment, also those in it already',
  )
})

test('the trigger says to whom a broadcast goes, and when', () => {
  const broadcast = { segment: '0192c8a0-0000-7000-8000-000000000301' }
  expect(triggerName({ broadcast })).toBe('Broadcast to a segment')
  expect(triggerGist({ broadcast }, 'Gold')).toBe('Gold, when a member sends it')
  const every = { weekdays: [5], time: '16:00' }
  expect(triggerGist({ broadcast: { ...broadcast, every } })).toBe('A segment, every Friday at 16:00')
})

test('a branch without a label is named by its condition; one that cannot be read, by its place', () => {
  const when = { field: 'event.parameters.spend', operator: 'at_least', value: 100 } as const
  const node: WorkflowNode = { id: 'b', type: 'branch', cases: [{ when, next: 'a' }], else: 'a' }
  expect(connectionsOf(node).map(({ label }) => label)).toEqual(['spend is at least 100', 'Otherwise'])
  const broken = { ...node, cases: [{ next: 'a' }] } as unknown as WorkflowNode
  expect(connectionsOf(broken)[0]?.label).toBe('Case 1')
})

test.each([
  undefined,
  null,
  'text',
  {},
  { all: [] },
  { field: 'x' },
  { not: null },
  { field: 'x', operator: 'equals', value: {} },
])('a condition of any other shape has no words: %j', condition => {
  expect(conditionInBrief(condition)).toBeUndefined()
})
