import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy, words } from '../../common.ts'
import { messageFilter, OutboxList, WholeMessage } from '../../dashboard/outbox.ts'
import { operation } from '../operation.ts'

export const listMessages = operation({
  method: 'GET',
  path: '/dashboard/api/outbox',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'List everything that was to leave the machine',
  description: 'Newest first, unless it is sorted otherwise.',
  query: Type.Object({ ...PageQuery, ...sortedBy('created'), ...messageFilter }),
  answers: { 200: OutboxList },
})

export const countMessages = operation({
  method: 'GET',
  path: '/dashboard/api/outbox/count',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'How many messages there are, by the same filters as the list',
  query: Type.Object(messageFilter),
  answers: { 200: ListCount },
})

export const exportMessages = operation({
  method: 'GET',
  path: '/dashboard/api/outbox/export',
  access: 'member',
  role: 'owner',
  confirmed: true,
  mayBeBehind: true,
  summary: 'Messages as a file, by the same filters as the list',
  query: Type.Object({ format: words(['csv']), ...messageFilter }),
  answers: { 200: { description: 'The file.' } },
})

export const drawMessage = operation({
  method: 'GET',
  path: '/dashboard/api/outbox/:id/html',
  access: 'member',
  role: 'viewer',
  summary: 'An e-mail as the guest sees it, without scripts and remote images',
  answers: { 200: { description: 'The HTML of the e-mail.' } },
})

export const readMessage = operation({
  method: 'GET',
  path: '/dashboard/api/outbox/:id',
  access: 'member',
  role: 'viewer',
  summary: 'A message as it was rendered, with every attempt to hand it over',
  answers: { 200: WholeMessage },
})
