import { expect, test } from 'vitest'
import { estimateInWords, progressInWords, skippedInWords } from './replay-words.ts'

const estimate = { events: 14, runs: 9, guests: 7, skipped: {}, complete: true }

test('an estimate says how many guests it is about', () => {
  expect(estimateInWords(estimate)).toBe('Of 14 events, 9 would start a run now, for 7 guests.')
  expect(estimateInWords({ ...estimate, events: 20_000, complete: false, guests: 1 })).toBe(
    'Of the first 20,000 events, 9 would start a run now, for 1 guest.',
  )
  expect(estimateInWords({ ...estimate, runs: 0 })).toBe('None of 14 events would start a run now.')
  expect(estimateInWords({ ...estimate, events: 1, runs: 0 })).toBe('The event would not start a run now.')
})

test('reasons are shown in words, and those without words by their name', () => {
  expect(skippedInWords({ condition_failed: 3, already_pushed: 1, guest_gone: 0, moon_full: 2 })).toEqual([
    '3 events: its conditions are not met',
    '1 event: they were sent into it before',
    '2 events: moon full',
  ])
})

test('a replay says how far it is, and how it ended', () => {
  const replay = {
    id: '',
    kind: 'push' as const,
    workflow_id: null,
    progress: { events: 5, runs: 1 },
    result: null,
    actor: '',
    created_at: '',
    finished_at: null,
  }
  expect(progressInWords({ ...replay, status: 'running' })).toBe('5 events checked, 1 run started so far.')
  expect(progressInWords({ ...replay, status: 'done' })).toBe('5 events checked, 1 run started.')
  expect(progressInWords({ ...replay, status: 'failed', result: { error: 'It is paused.' } })).toBe(
    'It is paused. 5 events checked, 1 run started before that.',
  )
})
