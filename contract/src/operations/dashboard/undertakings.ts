import { Type } from 'typebox'
import { PageQuery, Timestamp, Uuid } from '../../common.ts'
import {
  Comparison,
  Estimate,
  Push,
  Undertaking,
  UndertakingAnswer,
  UndertakingPage,
} from '../../dashboard/undertakings.ts'
import { operation } from '../operation.ts'

export const listUndertakings = operation({
  method: 'GET',
  path: '/dashboard/api/undertakings',
  access: 'member',
  role: 'viewer',
  summary: 'Pushes and comparisons, with how far they are',
  description: 'Newest first.',
  query: Type.Object({
    ...PageQuery,
    workflow_id: Type.Optional(Uuid),
    status: Type.Optional(Undertaking.properties.status),
  }),
  answers: { 200: UndertakingPage },
})

export const cancelUndertaking = operation({
  method: 'POST',
  path: '/dashboard/api/undertakings/:id/cancel',
  access: 'member',
  role: 'editor',
  summary: 'Call something off; what it has done stays done',
  answers: { 200: UndertakingAnswer },
})

export const readUndertaking = operation({
  method: 'GET',
  path: '/dashboard/api/undertakings/:id',
  access: 'member',
  role: 'viewer',
  summary: 'How far something is, and what came of it',
  answers: { 200: Undertaking },
})

export const startComparison = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/comparison',
  access: 'member',
  role: 'editor',
  summary: 'Compare the draft with what is live, over the events of the last days',
  body: Comparison,
  answers: { 201: UndertakingAnswer },
})

export const estimatePush = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/push',
  access: 'member',
  role: 'viewer',
  summary: 'How many events that started nothing would start a run of this workflow now',
  description: 'Of the last seven days, unless asked otherwise.',
  query: Type.Object({ since: Type.Optional(Timestamp), until: Type.Optional(Timestamp) }),
  answers: { 200: Estimate },
})

export const startPush = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/push',
  access: 'member',
  role: 'editor',
  summary: 'Push events that started nothing through this workflow, at a pace and each at most once',
  body: Push,
  answers: { 201: UndertakingAnswer },
})
