import type { Receipt } from '@millrace/contract/event'
import { expect, test } from 'vitest'
import { receiptSentences } from './receipt-sentences.ts'

const receipt: Receipt = {
  id: 'event-1',
  organisation_id: 'o',
  organisation_registration_id: 'g',
  serials: ['A'],
  source: null,
  parameters: {},
  status: 'routed',
  workflow_runs: [],
  woke: [],
  moved: [],
  ended: [],
  skipped: [],
  warnings: [],
  created_at: '2026-01-01T00:00:00.000Z',
}
const sent = { dryRun: false, replayed: false, workflowNames: new Map([['w1', 'Points']]) }

test('a receipt shows which runs started, which workflows did not match and why, and the warnings', () => {
  const lines = receiptSentences(
    {
      ...receipt,
      workflow_runs: [{ id: 'run-1', workflow_id: 'w1', status: 'queued' }],
      skipped: [
        {
          workflow_id: 'w2',
          reason: 'condition_failed',
          detail: {
            conditions: [
              { field: 'event.parameters.spend', operator: 'greater_than', expected: 0, found: null },
              { field: 'guest.tags', operator: 'contains', expected: 'vip', found: ['new'] },
            ],
          },
        },
        { workflow_id: 'w3', reason: 'venue_not_targeted', detail: { targeted: ['B', 'C'], serials: ['A'] } },
        { workflow_id: 'w4', reason: 're_entry_limited', detail: { until: '2026-01-08T00:00:00.000Z' } },
        { workflow_id: 'w5', reason: 're_entry_limited', detail: { until: null } },
        { workflow_id: 'w6', reason: 'workflow_paused', detail: {} },
      ],
      warnings: ['No venue has the serial "A".'],
    },
    sent,
  )
  expect(lines).toEqual([
    'Stored event event-1: it matched a workflow.',
    '  ✓ "Points" (w1) started run run-1 (queued)',
    '  – w2 did not match: its conditions are not met',
    "      the event's spend is more than 0 (found nothing)",
    '      the guest has the tag "vip" (found "new")',
    '  – w3 did not match: it is for B or C, and the event is about A',
    '  – w4 did not match: the guest was in it recently and can enter again on 2026-01-08T00:00:00.000Z',
    '  – w5 did not match: the guest was in it before, and it takes each guest once',
    '  – w6 did not match: it is paused',
    '  ! No venue has the serial "A".',
  ])
})

test('an event that no workflow listens to says so', () => {
  const unrouted: Receipt = { ...receipt, status: 'unrouted', source: 'till' }
  expect(receiptSentences(unrouted, sent)).toEqual([
    'Stored event event-1: no workflow matched.',
    '  No active workflow listens to the source "till".',
  ])
})

test('an event that only woke a run reached a workflow, and nothing else is claimed', () => {
  const woke: Receipt = { ...receipt, status: 'routed', source: 'till' }
  expect(receiptSentences(woke, sent)).toEqual(['Stored event event-1: it matched a workflow.'])
})

test('a dry run and a replay do not claim that something was stored', () => {
  expect(receiptSentences(receipt, { ...sent, dryRun: true })[0]).toMatch(/^Dry run, nothing is stored/)
  expect(receiptSentences(receipt, { ...sent, replayed: true })[0]).toMatch(/was stored earlier/)
})
