import { Type } from 'typebox'
import { JobAnswer } from '../../dashboard/jobs.ts'
import {
  MeaningAnswer,
  MeaningChange,
  RebuildRequest,
  SourceList,
  SourcePage,
} from '../../dashboard/sources.ts'
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

export const declareSource = operation({
  method: 'PUT',
  path: '/dashboard/api/sources/meaning',
  access: 'member',
  role: 'editor',
  summary: 'Declare what the events of a source are',
  description:
    'From the next event on, each leaves an entry in the ledger of visits. Stored events do so when the ledger is rebuilt.',
  body: MeaningChange,
  answers: { 200: MeaningAnswer },
})

export const rebuildVisits = operation({
  method: 'POST',
  path: '/dashboard/api/sources/rebuild',
  access: 'member',
  role: 'editor',
  summary: 'Rebuild the ledger of visits from the stored events of a source',
  description: 'Can be repeated, and events can arrive meanwhile.',
  body: RebuildRequest,
  answers: { 201: JobAnswer },
})
