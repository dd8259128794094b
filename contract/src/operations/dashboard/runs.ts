import { Type } from 'typebox'
import { PageQuery, sortedBy, words } from '../../common.ts'
import {
  BulkAnswer,
  BulkCancel,
  BulkRetry,
  RunCount,
  RunInspection,
  RunPage,
  runFilter,
} from '../../dashboard/runs.ts'
import { RunAnswer } from '../../run.ts'
import { operation } from '../operation.ts'

export const listRuns = operation({
  method: 'GET',
  path: '/dashboard/api/runs',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'List runs, of all workflows or of one',
  description:
    'Newest first, unless it is sorted otherwise. A page may have fewer runs than the limit, or none, and a next page all the same: what no index finds is looked for in the newest twenty thousand, and further back on the next page.',
  query: Type.Object({ ...PageQuery, ...sortedBy('created'), ...runFilter }),
  answers: { 200: RunPage },
})

export const cancelRuns = operation({
  method: 'POST',
  path: '/dashboard/api/runs/bulk-cancel',
  access: 'member',
  role: 'editor',
  summary: 'End runs of one status where they are, a portion at a time',
  body: BulkCancel,
  answers: { 200: BulkAnswer },
})

export const retryRuns = operation({
  method: 'POST',
  path: '/dashboard/api/runs/bulk-retry',
  access: 'member',
  role: 'editor',
  summary: 'Retry failed runs from the step that failed, a portion at a time',
  body: BulkRetry,
  answers: { 200: BulkAnswer },
})

export const cancelRun = operation({
  method: 'POST',
  path: '/dashboard/api/runs/:id/cancel',
  access: 'member',
  role: 'editor',
  summary: 'End a run where it is',
  answers: { 200: RunAnswer },
})

export const countRuns = operation({
  method: 'GET',
  path: '/dashboard/api/runs/count',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'How many runs there are, and of how many guests, by the same filters as the list',
  description:
    'Counted up to ten thousand. By a filter that no index knows, only the newest twenty thousand are looked through.',
  query: Type.Object(runFilter),
  answers: { 200: RunCount },
})

export const exportRuns = operation({
  method: 'GET',
  path: '/dashboard/api/runs/export',
  access: 'member',
  role: 'viewer',
  confirmed: true,
  mayBeBehind: true,
  summary: 'Runs as a file, by the same filters as the list',
  query: Type.Object({ format: words(['csv']), ...runFilter }),
  answers: { 200: { description: 'The file.' } },
})

export const inspectRun = operation({
  method: 'GET',
  path: '/dashboard/api/runs/:id',
  access: 'member',
  role: 'viewer',
  summary: 'A run with its steps, what they sent, and every attempt to do so',
  answers: { 200: RunInspection },
})

export const retryRun = operation({
  method: 'POST',
  path: '/dashboard/api/runs/:id/retry',
  access: 'member',
  role: 'editor',
  summary: 'Retry a failed run from the step that failed',
  answers: { 200: RunAnswer },
})
