import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy, Timestamp, words } from '../../common.ts'
import {
  EventDetail,
  EventPage,
  eventFilter,
  TestEvent,
  TestEventAnswer,
  UnroutedInbox,
} from '../../dashboard/events.ts'
import { operation } from '../operation.ts'

export const listEvents = operation({
  method: 'GET',
  path: '/dashboard/api/events',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'List the events that came in',
  description: 'Newest first, unless it is sorted otherwise.',
  query: Type.Object({ ...PageQuery, ...sortedBy('created'), ...eventFilter }),
  answers: { 200: EventPage },
})

export const sendTestEvent = operation({
  method: 'POST',
  path: '/dashboard/api/events',
  access: 'member',
  role: 'editor',
  summary: 'Send an event as if an integration had',
  description: 'It is a real one: workflows take it. With dry_run nothing is stored.',
  body: TestEvent,
  answers: { 200: TestEventAnswer },
})

export const countEvents = operation({
  method: 'GET',
  path: '/dashboard/api/events/count',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'How many events there are, by the same filters as the list',
  query: Type.Object(eventFilter),
  answers: { 200: ListCount },
})

export const exportEvents = operation({
  method: 'GET',
  path: '/dashboard/api/events/export',
  access: 'member',
  role: 'viewer',
  confirmed: true,
  mayBeBehind: true,
  summary: 'Events as a file, by the same filters as the list',
  query: Type.Object({ format: words(['csv']), ...eventFilter }),
  answers: { 200: { description: 'The file.' } },
})

export const readEvent = operation({
  method: 'GET',
  path: '/dashboard/api/events/:id',
  access: 'member',
  role: 'viewer',
  summary: 'An event, what it did, and why every other workflow did not match',
  answers: { 200: EventDetail },
})

export const readUnrouted = operation({
  method: 'GET',
  path: '/dashboard/api/events/unrouted',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'Unmatched events by source',
  description: 'Of the last thirty days, or since the time that is given.',
  query: Type.Object({ since: Type.Optional(Timestamp) }),
  answers: { 200: UnroutedInbox },
})
