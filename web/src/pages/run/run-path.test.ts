import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { pathOf } from './run-path.ts'

const document: WorkflowDefinition = {
  trigger: { source: null },
  start: 'size',
  nodes: [
    {
      id: 'size',
      type: 'branch',
      cases: [{ when: { field: 'guest.points', operator: 'exists' }, next: 'heard' }],
      else: 'end',
    },
    {
      id: 'heard',
      type: 'wait_for_event',
      events: [{ source: 'till', next: 'end' }],
      timeout: { after: { amount: 1, unit: 'days' }, next: 'notify' },
    },
    {
      id: 'notify',
      type: 'call_webhook',
      url: 'https://example.com',
      method: 'POST',
      next: 'end',
      on_failure: 'asked',
    },
    {
      id: 'asked',
      type: 'wait_for_task',
      tasks: [],
      next: 'end',
      timeout: { after: { amount: 1, unit: 'days' }, next: 'due' },
    },
    { id: 'due', type: 'wait', until: { at: '2026-01-01T00:00:00Z' }, next: 'end', if_passed: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}
const step = (node_id: string, detail: Record<string, unknown> = {}, seconds: number | null = 1) => ({
  node_id,
  status: seconds === null ? ('waiting' as const) : ('completed' as const),
  detail,
  started_at: new Date(0).toISOString(),
  finished_at: seconds === null ? null : new Date(seconds * 1_000).toISOString(),
})

test('each line that the run went along is known by the way that was taken', () => {
  const steps = [
    step('size', { taken: 0 }),
    step('heard', { taken: 'timeout' }),
    step('notify', { failed: {} }),
    step('asked', { taken: 'timeout' }),
    step('due', { passed: true }),
    step('end'),
  ]
  const { lines, nodes } = pathOf(steps, document, 0)
  expect([...lines].sort()).toEqual([
    '#trigger next',
    'asked timeout',
    'due if_passed',
    'heard timeout',
    'notify on_failure',
    'size cases.0',
  ])
  expect(nodes.get('end')).toEqual({ status: 'completed', note: 'completed, 1 s' })
})

test('where it still waits nothing leads on', () => {
  const { lines, nodes } = pathOf([step('size', { taken: 'else' }, null)], document, 60_000)
  expect([...lines]).toEqual(['#trigger next'])
  expect(nodes.get('size')).toEqual({ status: 'waiting', note: 'waiting, 1 min' })
})

test('a run that has not begun has no way', () => {
  expect(pathOf([], document, 0).lines.size).toBe(0)
})
