import { Type } from 'typebox'
import { Home, HomeRange } from '../../dashboard/home.ts'
import { operation } from '../operation.ts'

export const readHome = operation({
  method: 'GET',
  path: '/dashboard/api/home',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'Recent activity, and what needs attention',
  query: Type.Object({ range: Type.Optional(HomeRange) }),
  answers: { 200: Home },
})

export const listenLive = operation({
  method: 'GET',
  path: '/dashboard/api/live',
  access: 'member',
  role: 'staff',
  summary: 'Hear which lists have changed, as server-sent events',
  description:
    'The event `changed` has the topics, and its id what the reader has seen: with Last-Event-ID it continues from ' +
    'there, on any server. The first one has no topics.',
  headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 200 })) }),
  answers: { 200: { description: 'A stream of server-sent events.' } },
})
