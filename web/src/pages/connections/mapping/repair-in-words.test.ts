import type { Job } from '@millrace/contract/job'
import { expect, test } from 'vitest'
import { differenceInWords, repairInWords } from './repair-in-words.ts'

const job = (status: Job['status'], result: object | null, deliveries = 10): Job =>
  ({
    id: '',
    kind: 'repair',
    workflow_id: null,
    status,
    progress: { delivery_id: null, deliveries, total: 1_200 },
    result,
    actor: '',
    created_at: '',
    finished_at: null,
  }) as Job

test.each([
  [{ job: null, applies: false }, 'Nothing has been compared yet.'],
  [{ job: job('running', null), applies: false }, 'Comparing: 10 deliveries of 1,200.'],
  [{ job: job('running', null, 1), applies: true }, 'Creating events: 1 delivery of 1,200.'],
  [{ job: job('cancelled', null), applies: false }, 'Stopped after 10 deliveries.'],
  [
    { job: job('failed', { error: 'The mapping was changed meanwhile.' }), applies: false },
    'The mapping was changed meanwhile.',
  ],
  [
    { job: job('done', { deliveries: 3, new: 1, changed: 2, gone: 0 }), applies: false },
    '3 deliveries compared: 1 new event, 2 changed, 0 no longer made.',
  ],
  [{ job: job('done', { deliveries: 1, made: 2 }), applies: true }, '2 events created from 1 delivery.'],
])('%j is said as: %s', (repair, sentence) => {
  expect(repairInWords(repair)).toBe(sentence)
})

test('each difference is a sentence', () => {
  const of = (kind: 'new' | 'changed' | 'gone', fields: string[] = []) =>
    differenceInWords({ kind, fields, delivery_id: '', event_id: null })
  expect([of('new'), of('gone'), of('changed', ['venue', 'parameters.spend'])]).toEqual([
    'Would create an event',
    'Would no longer create its event',
    'Would differ in its venue, spend',
  ])
})
