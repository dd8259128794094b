import type { RunStatus } from '@millrace/contract/run'
import { expect, test } from 'vitest'
import {
  begun,
  cancelled,
  completed,
  failed,
  finalStatuses,
  isFinal,
  paused,
  type RunState,
  waiting,
} from './state.ts'

const until = new Date('2026-03-01T12:00:00Z')
const waitingFor = { type: 'time', until: until.toISOString() } as const
/** Stands at a step and waits, so that whatever ends the wait has something to clear. */
const stands: RunState = {
  status: 'waiting',
  outcome: null,
  outcomeReason: null,
  nodeId: 'pause',
  stepCount: 3,
  waitingFor,
  resumesAt: until,
  error: null,
}
const atRest = { ...stands, waitingFor: null, resumesAt: null }

test('a run that waits keeps its place, and says for what and until when', () => {
  expect(waiting({ ...atRest, status: 'running' }, waitingFor, until)).toEqual(stands)
  expect(waiting({ ...atRest, status: 'running' }, waitingFor, null)).toEqual({ ...stands, resumesAt: null })
})

test('whatever comes to rest waits for nothing', () => {
  const error = { code: 'step_failed', message: 'no', node_id: 'pause' }
  expect(completed(stands, 'exited', 'paid')).toEqual({
    ...atRest,
    status: 'completed',
    outcome: 'exited',
    outcomeReason: 'paid',
  })
  expect(failed(stands, error)).toEqual({ ...atRest, status: 'failed', error })
  expect(cancelled(stands, 'a person')).toEqual({ ...atRest, status: 'cancelled', outcomeReason: 'a person' })
  expect(paused(stands)).toEqual({ ...atRest, status: 'paused' })
})

test('three statuses are final', () => {
  const all: RunStatus[] = ['queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled']
  expect(all.filter(isFinal)).toEqual(['completed', 'failed', 'cancelled'])
  expect(finalStatuses).toEqual(['completed', 'failed', 'cancelled'])
})

test('a run that has taken no step is queued, and nothing is decided about it', () => {
  expect(begun).toEqual({
    status: 'queued',
    outcome: null,
    outcomeReason: null,
    nodeId: null,
    stepCount: 0,
    waitingFor: null,
    resumesAt: null,
    error: null,
  })
})
