import { Type } from 'typebox'
import { PageQuery, severalOf, Timestamp, Uuid } from '../../common.ts'
import { EventAnswer, eventStatuses, IncomingEvent } from '../../event.ts'
import { EventEntries, EventList, SentEvent } from '../../sent-event.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders, writeQuery } from '../repeatable-write.ts'

export const sendIncomingEvent = operation({
  method: 'POST',
  path: '/v1/workflows/incoming-event',
  access: 'recognised',
  scope: 'events:write',
  heldToVenues: true,
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
  scope: 'events:read',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'Read the receipt of an event again',
  description: 'The verdicts are those of the moment it came in; the runs have their present status.',
  answers: { 200: EventAnswer, ...problems(404) },
})

export const sendEvents = operation({
  method: 'POST',
  path: '/v1/events',
  access: 'bearer',
  scope: 'events:write',
  heldToVenues: true,
  tags: ['Events'],
  summary: 'Send events, one or many',
  description:
    'Up to 1,000 events: one object, a list, or one per line (NDJSON). Each is accepted or refused by itself, and the ' +
    'answer has one entry for each, in order. What was accepted is on disk. A single object that is refused is ' +
    'answered like any other refused request.',
  headers: writeHeaders,
  entries: SentEvent,
  consumes: ['application/json', 'application/x-ndjson'],
  bodyLimit: 2 * 1024 * 1024,
  answers: { 200: EventEntries, ...problems(404, 409, 413, 415, 422) },
})

export const listEvents = operation({
  method: 'GET',
  path: '/v1/events',
  access: 'bearer',
  scope: 'events:read',
  heldToVenues: true,
  tags: ['Events'],
  summary: 'List events',
  description: 'Newest first, each with its receipt; the runs have their present status.',
  query: Type.Object({
    ...PageQuery,
    source: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f]+$' })),
    organisation_registration_id: Type.Optional(Uuid),
    status: Type.Optional(severalOf(eventStatuses)),
    since: Type.Optional(Timestamp),
    until: Type.Optional(Timestamp),
  }),
  answers: { 200: EventList, ...problems() },
})
