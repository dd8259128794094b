import { Type } from 'typebox'
import { ListCount, PageQuery, words } from '../../common.ts'
import {
  Change,
  Erasure,
  GuestExport,
  GuestFacts,
  GuestMerges,
  GuestPage,
  GuestQuery,
  GuestsMerged,
  GuestTimeline,
  GuestValues,
  guestFilter,
  MergeRequest,
  MergeUndone,
  Points,
} from '../../dashboard/guests.ts'
import { Guest, GuestAnswer, NewGuest } from '../../guest.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

export const searchGuests = operation({
  method: 'GET',
  path: '/dashboard/api/guests',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'Find guests',
  description:
    'By the beginning of a text, by a tag, or by both. A search by a text is in the order of what matched; any other is newest first, unless it is sorted otherwise. Guests without a name are last when they are sorted by it.',
  query: Type.Object(GuestQuery),
  answers: { 200: GuestPage },
})

export const countGuests = operation({
  method: 'GET',
  path: '/dashboard/api/guests/count',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'How many guests there are, by the same filters as the list',
  query: Type.Object(guestFilter),
  answers: { 200: ListCount },
})

export const listGuestValues = operation({
  method: 'GET',
  path: '/dashboard/api/guests/values',
  access: 'member',
  role: 'viewer',
  summary: 'The tags of guests, and the names of their attributes',
  description:
    'Up to 500 tags in alphabetical order, and the attributes of the newest guests. A member of some venues gets none: they are about guests of every venue.',
  answers: { 200: GuestValues },
})

export const registerGuest = operation({
  method: 'POST',
  path: '/dashboard/api/guests',
  access: 'member',
  role: 'editor',
  summary: 'Register a guest',
  body: NewGuest,
  answers: { 201: GuestAnswer },
})

export const exportGuest = operation({
  method: 'GET',
  path: '/dashboard/api/guests/:id/data',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'All that is stored about a person, for them to have',
  answers: { 200: GuestExport },
})

export const eraseGuest = operation({
  method: 'POST',
  path: '/dashboard/api/guests/:id/erase',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Delete a guest',
  description: 'Their runs end, and nothing of them is left; counts and sums stay as they are.',
  body: Erasure,
  answers: { 200: Message },
})

export const exportGuests = operation({
  method: 'GET',
  path: '/dashboard/api/guests/export',
  access: 'member',
  role: 'owner',
  confirmed: true,
  mayBeBehind: true,
  summary: 'Guests as a file: all of them, or those with a tag',
  query: Type.Object({
    format: words(['csv']),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' })),
  }),
  answers: { 200: { description: 'The file.' } },
})

export const readGuestFacts = operation({
  method: 'GET',
  path: '/dashboard/api/guests/:id/facts',
  access: 'member',
  role: 'viewer',
  summary: 'What the ledger of visits says about a guest now',
  description: 'Over all venues, or over those of the member.',
  answers: { 200: GuestFacts },
})

export const readGuest = operation({
  method: 'GET',
  path: '/dashboard/api/guests/:id',
  access: 'member',
  role: 'viewer',
  summary: 'A guest',
  answers: { 200: Guest },
})

export const changeGuest = operation({
  method: 'PATCH',
  path: '/dashboard/api/guests/:id',
  access: 'member',
  role: 'editor',
  summary: 'Change what is named about a guest',
  body: Change,
  answers: { 200: GuestAnswer },
})

export const adjustPoints = operation({
  method: 'POST',
  path: '/dashboard/api/guests/:id/points',
  access: 'member',
  role: 'editor',
  summary: 'Give a guest points or take some away, with a reason',
  body: Points,
  answers: { 200: GuestAnswer },
})

export const readTimeline = operation({
  method: 'GET',
  path: '/dashboard/api/guests/:id/timeline',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'What happened to a guest, and what did not and why',
  description: 'Newest first. Who sees some venues only may get pages that are shorter than asked for.',
  query: Type.Object(PageQuery),
  answers: { 200: GuestTimeline },
})

export const listGuestMerges = operation({
  method: 'GET',
  path: '/dashboard/api/guests/:id/merges',
  access: 'member',
  role: 'viewer',
  summary: 'The guests who were merged into a guest',
  answers: { 200: GuestMerges },
})

export const mergeGuests = operation({
  method: 'POST',
  path: '/dashboard/api/guests/:id/merge',
  access: 'member',
  role: 'editor',
  summary: 'Merge another guest into this one',
  body: MergeRequest,
  answers: { 200: GuestsMerged },
})

export const undoMerge = operation({
  method: 'POST',
  path: '/dashboard/api/guests/:id/merge/undo',
  access: 'member',
  role: 'editor',
  summary: 'Undo the merge of a guest, by the id of the guest who was merged',
  answers: { 200: MergeUndone },
})
