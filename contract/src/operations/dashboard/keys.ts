import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  ApiKeyAnswer,
  ApiKeyChange,
  ApiKeyList,
  ApiKeySecret,
  ApiRequestList,
  KeyRevocation,
  KeyRotation,
  Message,
  NewApiKey,
} from '../../member.ts'
import { operation } from '../operation.ts'

export const listKeys = operation({
  method: 'GET',
  path: '/dashboard/api/keys',
  access: 'member',
  role: 'viewer',
  summary: 'List the API keys, without their secrets',
  answers: { 200: ApiKeyList },
})

export const createKey = operation({
  method: 'POST',
  path: '/dashboard/api/keys',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Create an API key; its secret is shown once',
  body: NewApiKey,
  answers: { 201: ApiKeySecret },
})

export const changeKey = operation({
  method: 'PATCH',
  path: '/dashboard/api/keys/:clientId',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: "Change a key's name and what it may do",
  description: 'If it may do something else from now on, its tokens end, and clients get new ones.',
  body: ApiKeyChange,
  answers: { 200: ApiKeyAnswer },
})

export const listKeyRequests = operation({
  method: 'GET',
  path: '/dashboard/api/keys/:clientId/requests',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: "A key's requests of the last seven days",
  description: 'Newest first: all that were refused, and a sample of the others.',
  query: Type.Object(PageQuery),
  answers: { 200: ApiRequestList },
})

export const revokeKey = operation({
  method: 'POST',
  path: '/dashboard/api/keys/:clientId/revoke',
  access: 'member',
  role: 'owner',
  summary: 'End a key and all of its tokens, at once',
  body: KeyRevocation,
  answers: { 200: Message },
})

export const rotateKey = operation({
  method: 'POST',
  path: '/dashboard/api/keys/:clientId/rotate',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Give a key a new secret; the old one works on for a while',
  body: KeyRotation,
  answers: { 200: ApiKeySecret },
})
