import { Type } from 'typebox'
import { ListCount, PageQuery } from '../../common.ts'
import {
  NewSuppression,
  SuppressionAnswer,
  SuppressionLift,
  SuppressionList,
  suppressionFilter,
} from '../../suppression.ts'
import { operation } from '../operation.ts'

export const listSuppressions = operation({
  method: 'GET',
  path: '/dashboard/api/suppressions',
  access: 'member',
  role: 'owner',
  summary: 'List the addresses and numbers to which nothing is sent',
  description: 'Newest first, with those that were lifted.',
  query: Type.Object({ ...PageQuery, ...suppressionFilter }),
  answers: { 200: SuppressionList },
})

export const countSuppressions = operation({
  method: 'GET',
  path: '/dashboard/api/suppressions/count',
  access: 'member',
  role: 'owner',
  summary: 'How many suppressions there are, by the same filters as the list',
  query: Type.Object(suppressionFilter),
  answers: { 200: ListCount },
})

export const enterSuppression = operation({
  method: 'POST',
  path: '/dashboard/api/suppressions',
  access: 'member',
  role: 'owner',
  summary: 'Send nothing more to an address or a number',
  body: NewSuppression,
  answers: { 201: SuppressionAnswer },
})

export const liftSuppression = operation({
  method: 'POST',
  path: '/dashboard/api/suppressions/:id/lift',
  access: 'member',
  role: 'owner',
  summary: 'Allow messages to an address or a number again, with the reason',
  body: SuppressionLift,
  answers: { 200: SuppressionAnswer },
})
