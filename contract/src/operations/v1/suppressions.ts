import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  NewSuppression,
  SuppressionAnswer,
  SuppressionLift,
  SuppressionList,
  suppressionFilter,
} from '../../suppression.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

/** None of these is open to a key that is limited to venues: an address may be any guest's. */

export const createSuppression = operation({
  method: 'POST',
  path: '/v1/suppressions',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Suppressions'],
  summary: 'Send nothing more to an address or a number',
  description:
    'For addresses that do not exist and people who complained, also to another system. It stops every message, ' +
    'whichever guest has the address; consent is not touched.',
  headers: writeHeaders,
  body: NewSuppression,
  answers: { 201: SuppressionAnswer, ...problems(409, 413, 415, 422) },
})

export const listSuppressions = operation({
  method: 'GET',
  path: '/v1/suppressions',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Suppressions'],
  summary: 'List suppressed addresses and numbers',
  description: 'Newest first, with those that were lifted.',
  query: Type.Object({ ...PageQuery, ...suppressionFilter }),
  answers: { 200: SuppressionList, ...problems() },
})

export const getSuppression = operation({
  method: 'GET',
  path: '/v1/suppressions/:id',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Suppressions'],
  summary: 'Read a suppression',
  description: 'One that was lifted says when, by whom and why.',
  answers: { 200: SuppressionAnswer, ...problems(404) },
})

export const liftSuppression = operation({
  method: 'POST',
  path: '/v1/suppressions/:id/lift',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Suppressions'],
  summary: 'Allow messages to an address or a number again',
  description: 'With the reason. The entry stays in the list as lifted.',
  headers: writeHeaders,
  body: SuppressionLift,
  answers: { 200: SuppressionAnswer, ...problems(404, 409, 413, 415, 422) },
})
