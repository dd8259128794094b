import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import { MissedDecided, MissedDecision, MissedOccasionList } from '../../missed.ts'
import { BroadcastAnswer, BroadcastChange, BroadcastEstimate, BroadcastList } from '../../sent-broadcast.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

/** None of these is open to a key that is limited to venues: a segment has guests of any venue. */
const reading = { access: 'bearer', scope: 'management:read', tags: ['Broadcasts'] } as const
const writing = { access: 'bearer', scope: 'management:write', tags: ['Broadcasts'] } as const

export const listBroadcasts = operation({
  ...reading,
  method: 'GET',
  path: '/v1/workflows/:workflowId/broadcasts',
  summary: 'List the broadcasts of a workflow',
  description:
    'The newest first, at most sixty, each with how far it is and how many were left out for which reason.',
  answers: { 200: BroadcastList, ...problems(404) },
})

export const estimateBroadcast = operation({
  ...reading,
  method: 'GET',
  path: '/v1/workflows/:workflowId/broadcasts/estimate',
  summary: 'Estimate whom a broadcast would reach',
  description:
    'For how many guests the live version would start now, and why the others are left out. Nothing is sent.',
  answers: { 200: BroadcastEstimate, ...problems(404, 409) },
})

export const sendBroadcast = operation({
  ...writing,
  method: 'POST',
  path: '/v1/workflows/:workflowId/broadcasts',
  summary: 'Send a broadcast',
  description:
    'Starts the live version for the members of its segment, now. Refused where it has its own time, and while another one ' +
    'is under way. Test keys cannot.',
  headers: writeHeaders,
  answers: { 201: BroadcastAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const patchBroadcast = operation({
  ...writing,
  method: 'PATCH',
  path: '/v1/workflows/:workflowId/broadcasts/:broadcastId',
  summary: 'Pause, resume or stop a broadcast',
  description:
    'When it answers, nobody starts any longer by one that was paused or stopped. One that was missed can be sent.',
  body: BroadcastChange,
  answers: { 200: BroadcastAnswer, ...problems(404, 409, 413, 415) },
})

export const listMissedOccasions = operation({
  ...reading,
  method: 'GET',
  path: '/v1/workflows/:workflowId/missed',
  tags: ['Workflows'],
  summary: 'List occasions that were missed',
  description:
    'Guests who were due while the workflow was paused or the server was off, until someone decides.',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: MissedOccasionList, ...problems(404) },
})

export const decideMissedOccasions = operation({
  ...writing,
  method: 'POST',
  path: '/v1/workflows/:workflowId/missed',
  tags: ['Workflows'],
  summary: 'Start guests who were missed, or let them go',
  description: 'All of them, or some. Each occasion is decided once, however often it is asked.',
  headers: writeHeaders,
  body: MissedDecision,
  answers: { 200: MissedDecided, ...problems(404, 409, 413, 415, 422) },
})
