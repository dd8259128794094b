import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  GuestAnswer,
  GuestList,
  GuestPatch,
  GuestPatched,
  GuestRecord,
  GuestRecorded,
  GuestsMerged,
  IdentifiedGuest,
  MergeRequest,
  MergeUndone,
  NewGuest,
} from '../../guest.ts'
import { systemPattern } from '../../identifier.ts'
import { GuestFactsAnswer } from '../../visit.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

export const listGuests = operation({
  method: 'GET',
  path: '/v1/guests',
  access: 'bearer',
  scope: 'guests:read',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'List guests',
  description:
    'Newest first. With an identifier, the guest who has it, whom an event or `PUT /v1/guests` would find too; with ' +
    'several, the guest who has all of them.',
  query: Type.Object({
    ...PageQuery,
    // No control characters: PostgreSQL cannot search for them.
    external_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' }),
    ),
    system: Type.Optional(
      Type.String({ pattern: systemPattern, description: 'Whose id `external_id` is. Default: your own.' }),
    ),
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'In any case.' })),
    phone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'In E.164, or as it is dialled in the country of the organisation.',
      }),
    ),
  }),
  answers: { 200: GuestList, ...problems() },
})

export const createGuest = operation({
  method: 'POST',
  path: '/v1/guests',
  access: 'bearer',
  scope: 'guests:write',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Register a guest',
  description: 'The id in the answer is the organisation_registration_id that events and runs name.',
  headers: writeHeaders,
  body: NewGuest,
  answers: { 201: GuestAnswer, ...problems(409, 413, 415, 422) },
})

export const getGuest = operation({
  method: 'GET',
  path: '/v1/guests/:id',
  access: 'bearer',
  scope: 'guests:read',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Read one guest',
  description: 'With the id of a guest who was merged, the guest who stayed.',
  answers: { 200: IdentifiedGuest, ...problems(404) },
})

export const recordGuest = operation({
  method: 'PUT',
  path: '/v1/guests',
  access: 'bearer',
  scope: 'guests:write',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Find a guest by identifiers, or create one',
  description:
    'The identifiers are tried in their order. The guest who has the first known one gets the rest and what else was ' +
    'sent; what was not sent stays. Without such a guest one is created, without any consent that was not sent. A ' +
    'refusal is never overwritten. Repeating the request changes nothing.',
  body: GuestRecord,
  answers: { 200: GuestRecorded, 201: GuestRecorded, ...problems(413, 415) },
})

export const patchGuest = operation({
  method: 'PATCH',
  path: '/v1/guests/:id',
  access: 'bearer',
  scope: 'guests:write',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Change a guest',
  description:
    'Named fields change, the others stay. Tags are replaced as a whole; an attribute set to null is removed. A ' +
    'refusal is never overwritten. An e-mail address, phone number or external_id that is replaced no longer ' +
    'identifies the guest.',
  body: GuestPatch,
  answers: { 200: GuestPatched, ...problems(404, 409, 413, 415) },
})

export const getGuestFacts = operation({
  method: 'GET',
  path: '/v1/guests/:id/facts',
  access: 'bearer',
  scope: 'guests:read',
  heldToVenues: true,
  tags: ['Guests'],
  summary: "Read the facts about a guest's visits",
  description:
    'Computed at this moment from the visits, bookings, no-shows and refunds of sources that were declared as such.',
  query: Type.Object({
    serial: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 12,
        pattern: '^[^\\u0000]+$',
        description: 'Only at the venue with this serial. Default: at all venues.',
      }),
    ),
  }),
  answers: { 200: GuestFactsAnswer, ...problems(404) },
})

export const mergeGuests = operation({
  method: 'POST',
  path: '/v1/guests/:id/merge',
  access: 'bearer',
  scope: 'guests:write',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Merge another guest into this one',
  description:
    'For two guests who are one person. The guest in the address stays and keeps what they have; what they lack they get ' +
    'from the other. Events, runs, points, visits, messages, tasks and identifiers become theirs, and of consents the ' +
    'stricter wins. Both ids keep working. It can be undone for 30 days. Repeating the request changes nothing.',
  body: MergeRequest,
  answers: { 200: GuestsMerged, ...problems(404, 409, 413, 415) },
})

export const undoMerge = operation({
  method: 'POST',
  path: '/v1/guests/:id/merge/undo',
  access: 'bearer',
  scope: 'guests:write',
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'Undo the merge of a guest',
  description:
    'The id is that of the guest who was merged. They are there again with everything that was moved, and with what their ' +
    'runs did since; everything else that came since stays with the other guest.',
  answers: { 200: MergeUndone, ...problems(404, 409, 413, 415) },
})
