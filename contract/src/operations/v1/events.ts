import { EventAnswer, IncomingEvent } from '../../event.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders, writeQuery } from '../repeatable-write.ts'

export const sendIncomingEvent = operation({
  method: 'POST',
  path: '/v1/workflows/incoming-event',
  access: 'recognised',
  tags: ['Workflows'],
  summary: 'Send an incoming event',
  description:
    'Stores the event, decides which workflows take it, and answers with a receipt that names each workflow that ' +
    'was considered: the run it started, or the reason why it did not. The runs are carried out afterwards.',
  query: writeQuery,
  headers: writeHeaders,
  body: IncomingEvent,
  answers: { 200: EventAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const getIncomingEvent = operation({
  method: 'GET',
  path: '/v1/workflows/incoming-event/:id',
  access: 'bearer',
  tags: ['Workflows'],
  summary: 'Read the receipt of an event again',
  description: 'The verdicts are those of the moment it came in; the runs have their present status.',
  answers: { 200: EventAnswer, ...problems(404) },
})
