import { Type } from 'typebox'
import { PageQuery, Timestamp, Uuid } from '../../common.ts'
import { Comparison, Estimate, Job, JobAnswer, JobPage, Replay } from '../../dashboard/jobs.ts'
import { operation } from '../operation.ts'

export const listJobs = operation({
  method: 'GET',
  path: '/dashboard/api/jobs',
  access: 'member',
  role: 'viewer',
  summary: 'Replays and comparisons, with how far they are',
  description: 'Newest first.',
  query: Type.Object({
    ...PageQuery,
    workflow_id: Type.Optional(Uuid),
    status: Type.Optional(Job.properties.status),
  }),
  answers: { 200: JobPage },
})

export const cancelJob = operation({
  method: 'POST',
  path: '/dashboard/api/jobs/:id/cancel',
  access: 'member',
  role: 'editor',
  summary: 'Call something off; what it has done stays done',
  answers: { 200: JobAnswer },
})

export const readJob = operation({
  method: 'GET',
  path: '/dashboard/api/jobs/:id',
  access: 'member',
  role: 'viewer',
  summary: 'How far something is, and what came of it',
  answers: { 200: Job },
})

export const startComparison = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/comparison',
  access: 'member',
  role: 'editor',
  summary: 'Compare the draft with what is live, over the events of the last days',
  body: Comparison,
  heavy: true,
  answers: { 201: JobAnswer },
})

export const estimateReplay = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/replay',
  access: 'member',
  role: 'viewer',
  summary: 'How many unmatched events would start a run of this workflow now',
  description: 'Of the last seven days, unless asked otherwise.',
  query: Type.Object({ since: Type.Optional(Timestamp), until: Type.Optional(Timestamp) }),
  heavy: true,
  answers: { 200: Estimate },
})

export const startReplay = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/replay',
  access: 'member',
  role: 'editor',
  summary: 'Replay unmatched events through this workflow, at a pace and each at most once',
  body: Replay,
  answers: { 201: JobAnswer },
})
