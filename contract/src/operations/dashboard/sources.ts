import { Type } from 'typebox'
import { SourceList, SourcePage } from '../../dashboard/sources.ts'
import { operation } from '../operation.ts'

export const listSources = operation({
  method: 'GET',
  path: '/dashboard/api/sources',
  access: 'member',
  role: 'viewer',
  summary: 'Who sends events',
  description: 'Busiest first, at most five hundred.',
  answers: { 200: SourceList },
})

export const readSource = operation({
  method: 'GET',
  path: '/dashboard/api/sources/detail',
  access: 'member',
  role: 'viewer',
  summary: 'What a source really sends, what has changed, and which workflow reads what',
  description: 'Without `source`: of the events that name none.',
  query: Type.Object({
    source: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' })),
  }),
  answers: { 200: SourcePage },
})
