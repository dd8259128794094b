import type { ComparisonResult } from '@millrace/contract/job'
import { expect, test } from 'vitest'
import { emptyDocument } from '../../../features/workflow/document.ts'
import { figuresOf, messageFigures, nodeFigures, summary } from './figures.ts'

const tally = {
  considered: 10,
  entries: 8,
  guests: 5,
  skipped: { condition_failed: 2 },
  messages: { QUAY: { email: 8 } },
  points: { awarded: 80, taken: 0 },
  tasks: 0,
  ends: { success: 8 },
  nodes: { end: 8, gone: 8 },
}
const result = (draft: Partial<typeof tally>, live: typeof tally | null = tally): ComparisonResult => {
  const after = { ...tally, ...draft }
  return {
    events: 10,
    since: '2026-01-01T00:00:00Z',
    until: '2026-01-08T00:00:00Z',
    draft: after,
    live,
    difference: {
      entries: after.entries - (live?.entries ?? 0),
      only_draft: { count: 0, sample: [] },
      only_live: { count: 0, sample: [] },
      messages: {},
      points: after.points.awarded - (live?.points.awarded ?? 0),
    },
    notes: [],
  }
}

test('the difference is one sentence', () => {
  expect(summary(result({}))).toBe('The draft would do the same as the live version.')
  expect(summary(result({ nodes: { end: 8, gone: 0 } }))).toMatch(/other branches/)
  expect(
    summary(result({ entries: 20, messages: { QUAY: { email: 5 } }, points: { awarded: 81, taken: 0 } })),
  ).toBe('The draft would start 12 more runs, send 3 fewer messages and award 1 more points.')
  expect(summary(result({}, null))).toBe('Nothing is live. The draft would start 8 runs.')
})

test('what both would do is shown side by side', () => {
  const rows = figuresOf(result({ entries: 9, skipped: { condition_failed: 1 } }))
  expect(rows).toContainEqual({ what: 'Runs started', live: 8, draft: 9 })
  expect(rows).toContainEqual({ what: 'Didn’t match: its conditions are not met', live: 2, draft: 1 })
  expect(rows.map(({ what }) => what)).not.toContain('Tasks')
  expect(figuresOf(result({}, null))[0]).toEqual({ what: 'Runs started', live: null, draft: 8 })
})

test('steps that are live only are named as such', () => {
  expect(nodeFigures(result({ nodes: { end: 8, gone: 0 } }), emptyDocument)).toEqual([
    { what: 'End', live: 8, draft: 8 },
    { what: 'gone, not in the draft', live: 8, draft: 0 },
  ])
})

test('messages are counted by venue and channel', () => {
  const both = result({ messages: { QUAY: { email: 1 }, ...{ '': { sms: 2 } } } })
  expect(messageFigures(both, [{ value: 'QUAY', label: 'The Quay' }])).toEqual([
    { what: 'No venue, SMS', live: 0, draft: 2 },
    { what: 'The Quay, e-mail', live: 8, draft: 1 },
  ])
})
