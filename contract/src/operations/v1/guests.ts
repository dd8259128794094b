import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import { GuestAnswer, GuestList, NewGuest } from '../../guest.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

export const listGuests = operation({
  method: 'GET',
  path: '/v1/guests',
  access: 'bearer',
  tags: ['Guests'],
  summary: 'List guests',
  description: 'Newest first.',
  query: Type.Object({
    ...PageQuery,
    // No control characters: PostgreSQL cannot search for them.
    external_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' }),
    ),
  }),
  answers: { 200: GuestList, ...problems() },
})

export const createGuest = operation({
  method: 'POST',
  path: '/v1/guests',
  access: 'bearer',
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
  tags: ['Guests'],
  summary: 'Read one guest',
  answers: { 200: GuestAnswer, ...problems(404) },
})
