import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Uuid } from './common.ts'
import { ErrorCode } from './error.ts'
import { IncomingEvent, Receipt } from './event.ts'
import { GivenIdentifier } from './identifier.ts'

/** The most events of one request. */
export const MOST_EVENTS = 1_000

const closed = { additionalProperties: false } as const

/** An event as `POST /v1/events` takes it, one or many. */
export const SentEvent = Type.Object(
  {
    id: Type.Optional(
      nullable(
        Type.String({ pattern: '^[\\x20-\\x7e]{1,255}$' }),
        'Your own id of the event. An event with the same id and content is stored once, for 7 days.',
      ),
    ),
    organisation_registration_id: Type.Optional(nullable(Uuid, 'The guest, or else `guest`.')),
    guest: Type.Optional(
      nullable(
        Type.Object(
          {
            identifiers: Type.Array(GivenIdentifier, {
              minItems: 1,
              maxItems: 20,
              description: 'In the order in which they are tried.',
            }),
            create: Type.Optional(
              nullable(Type.Boolean(), 'true: a guest whom nobody knows is created, without consent.'),
            ),
            name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }), 'For a new guest.')),
          },
          closed,
        ),
        'The guest by anything they are known by.',
      ),
    ),
    serials: IncomingEvent.properties.serials,
    parameters: IncomingEvent.properties.parameters,
    occurred_at: Type.Optional(
      nullable(
        Type.String({ format: 'date-time' }),
        'When it happened; not in the future. Default: when it is stored.',
      ),
    ),
    history: Type.Optional(
      nullable(Type.Boolean(), 'true: it becomes part of the history of the guest, and starts nothing.'),
    ),
  },
  {
    $id: 'SentEvent',
    title: 'An event, by any identifier of its guest',
    description: 'Other fields are ignored, and named in the warnings.',
    examples: [
      {
        id: 'bill-20261115-0042',
        guest: { identifiers: [{ type: 'email', value: 'ada@example.com' }], create: true },
        serials: ['LDN-SOHO-01'],
        parameters: { source: 'till', spend: 42.5 },
        occurred_at: '2026-01-15T19:30:00Z',
      },
    ],
  },
)
export type SentEvent = Static<typeof SentEvent>

const {
  id,
  organisation_id: _organisation,
  serials: _serials,
  source: _source,
  parameters: _parameters,
  ...outcome
} = Receipt.properties

/** A receipt without what the sender knows already. */
export const ShortReceipt = Type.Object({ id, ...outcome })
export type ShortReceipt = Static<typeof ShortReceipt>

export const EntryError = Type.Object({
  code: ErrorCode,
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type EntryError = Static<typeof EntryError>

export const EventEntry = Type.Object(
  {
    id: nullable(Type.String(), 'The id that was sent.'),
    accepted: Type.Boolean({ description: 'Whether it is stored, now or by an earlier request.' }),
    repeated: Type.Boolean({ description: 'It was stored before, and this is what was answered then.' }),
    guest_created: Type.Boolean(),
    event: nullable(ShortReceipt, 'null where it was refused.'),
    error: nullable(EntryError, 'Why it was refused; null where it was accepted.'),
  },
  { $id: 'EventEntry', title: 'The result of one event of a request' },
)
export type EventEntry = Static<typeof EventEntry>

export const EventEntries = Type.Object(
  { message: Type.String(), data: Type.Array(EventEntry, { description: 'In the order of the events.' }) },
  { $id: 'EventEntries', title: 'The result of each event of a request' },
)
export type EventEntries = Static<typeof EventEntries>

export const EventList = Type.Object(
  { data: Type.Array(Receipt), links: ListLinks },
  { $id: 'EventList', title: 'A page of events' },
)
