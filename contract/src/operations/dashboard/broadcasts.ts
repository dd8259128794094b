import { Type } from 'typebox'
import { words } from '../../common.ts'
import {
  BroadcastAnswer,
  BroadcastChange,
  BroadcastEstimate,
  BroadcastList,
  BroadcastTested,
} from '../../sent-broadcast.ts'
import { operation } from '../operation.ts'

export const listBroadcasts = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/broadcasts',
  access: 'member',
  role: 'viewer',
  summary: 'The broadcasts of a workflow, with how far they are and who was left out',
  description: 'The newest first, at most sixty.',
  answers: { 200: BroadcastList },
})

export const estimateBroadcast = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/broadcasts/estimate',
  access: 'member',
  role: 'viewer',
  summary: 'How many guests the draft or the live version would start for, and why the others are left out',
  heavy: true,
  query: Type.Object({
    of: Type.Optional(words(['draft', 'live'], { description: 'Which one. Absent: the draft.' })),
  }),
  answers: { 200: BroadcastEstimate },
})

export const sendBroadcast = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/broadcasts',
  access: 'member',
  role: 'editor',
  summary: 'Send the live version to the members of its segment now',
  answers: { 201: BroadcastAnswer },
})

export const testBroadcast = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/broadcasts/test',
  access: 'member',
  role: 'editor',
  summary: 'Send the e-mails of the draft to the member who asks, as a guest in its segment would get them',
  description: 'At most ten. Waits are skipped, and nothing else is done: no SMS, no webhook, no run.',
  heavy: true,
  answers: { 200: BroadcastTested },
})

export const setBroadcastState = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/broadcasts/:broadcast/state',
  access: 'member',
  role: 'editor',
  summary: 'Pause, resume or stop a broadcast, or send one that was missed',
  description: 'When it answers, nobody starts by a broadcast that was paused or stopped.',
  body: BroadcastChange,
  answers: { 200: BroadcastAnswer },
})
