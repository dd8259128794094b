import { type Static, Type } from 'typebox'
import { words } from './common.ts'
import { Scalar } from './condition.ts'
import { HeaderName } from './connection-proof.ts'
import { Rounding } from './value.ts'

/**
 * How a delivery of another system becomes events. A document that a form can build and a check can explain: values are
 * pointed at with JSONPath (RFC 9535), and changed by named operations. No code is evaluated.
 */

const closed = { additionalProperties: false } as const

export const JsonPath = Type.String({ minLength: 1, maxLength: 500, examples: ['$.data.object.payment.id'] })

/**
 * A value of an event. Exactly one of `constant`, `path`, `header` and `join` says where it comes from. The operations
 * are applied in the order of their fields.
 */
export const DeliveryValue = Type.Object(
  {
    constant: Type.Optional(Scalar),
    path: Type.Optional(JsonPath),
    header: Type.Optional(HeaderName),
    /** Texts of the delivery with a space between them, as a first and a last name. What is missing is left out. */
    join: Type.Optional(Type.Array(JsonPath, { minItems: 2, maxItems: 5 })),
    /** What `$` is: the item of `each`, or the whole delivery. Default: item. */
    of: Type.Optional(words(['item', 'delivery'])),
    /** Of several values at the path. Default: first. */
    take: Type.Optional(words(['first', 'sum', 'count'])),
    /** Default: as it is. */
    as: Type.Optional(words(['text', 'number', 'yes_no', 'moment'])),
    /** Of a moment that is written as a number. Default: seconds. */
    unit: Type.Optional(words(['seconds', 'milliseconds'])),
    times: Type.Optional(Type.Number()),
    plus: Type.Optional(Type.Number()),
    round: Type.Optional(Rounding),
    at_least: Type.Optional(Type.Number()),
    at_most: Type.Optional(Type.Number()),
    /** Where the value is missing, or is not what it should be. */
    or: Type.Optional(Scalar),
  },
  closed,
)
export type DeliveryValue = Static<typeof DeliveryValue>

export const DeliveryTest = Type.Object(
  {
    value: DeliveryValue,
    is: words(['equal_to', 'not_equal_to', 'one_of', 'none_of', 'at_least', 'at_most', 'present', 'missing']),
    /** Absent for present and missing; a list for one_of and none_of. */
    than: Type.Optional(Type.Union([Scalar, Type.Array(Scalar, { minItems: 1, maxItems: 200 })])),
  },
  closed,
)
export type DeliveryTest = Static<typeof DeliveryTest>

export const DeliveryRule = Type.Union([
  DeliveryTest,
  Type.Object({ any: Type.Array(DeliveryTest, { minItems: 1, maxItems: 20 }) }, closed),
])
export type DeliveryRule = Static<typeof DeliveryRule>

export const Mapping = Type.Object(
  {
    /** The list that makes one event for each of its items. Absent: the delivery makes one. */
    each: Type.Optional(JsonPath),
    /** All of these must hold for an item; otherwise it makes no event. */
    when: Type.Optional(Type.Array(DeliveryRule, { maxItems: 20 })),
    /**
     * The event happens once: when a thing, such as an order, is first seen in one of these states. Later deliveries about
     * it, and older ones that come late, make no further event.
     */
    became: Type.Optional(
      Type.Object(
        {
          thing: DeliveryValue,
          state: DeliveryValue,
          one_of: Type.Array(Scalar, { minItems: 1, maxItems: 50 }),
        },
        closed,
      ),
    ),
    /** Two items with the same id make one event. Absent: each item of each delivery makes one. */
    id: Type.Optional(DeliveryValue),
    source: Type.String({ minLength: 1, maxLength: 100 }),
    guest: Type.Object(
      {
        /** In the order in which they are tried. */
        identifiers: Type.Array(
          Type.Object(
            {
              type: words(['email', 'phone', 'external_id']),
              value: DeliveryValue,
              /** The system whose id it is. Only with external_id. */
              system: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
            },
            closed,
          ),
          { minItems: 1, maxItems: 10 },
        ),
        name: Type.Optional(DeliveryValue),
      },
      closed,
    ),
    /** The other system's id of the venue. The connection's aliases say which venue it is. */
    venue: Type.Optional(DeliveryValue),
    parameters: Type.Unsafe<Record<string, DeliveryValue>>({
      type: 'object',
      maxProperties: 99,
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: DeliveryValue,
    }),
    occurred_at: Type.Optional(DeliveryValue),
  },
  { ...closed, $id: 'Mapping', title: 'How deliveries become events' },
)
export type Mapping = Static<typeof Mapping>

/** Why an item makes no event, or none yet. */
export const itemReasons = [
  'rule_failed',
  'not_yet_in_state',
  'no_thing',
  'no_id',
  'no_identifier',
  'unknown_location',
  'unknown_guest',
] as const
export type ItemReason = (typeof itemReasons)[number]

/** Why a delivery cannot be read at all. It is kept. */
export const deliveryProblems = [
  'not_utf8',
  'not_json',
  'not_a_form',
  'too_deep',
  'too_many_values',
  'no_items',
  'too_many_items',
  'took_too_long',
  // It was tried several times, and an error ended each of them.
  'not_processed',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
