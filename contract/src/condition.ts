import { type Static, Type } from 'typebox'
import { words } from './common.ts'

/**
 * A condition is a tree that a form can build and the engine can explain: all, any and not over leaves of
 * field, operator and value. There is no expression language and nothing is evaluated.
 */

export const Operator = words([
  'equals',
  'not_equals',
  'greater_than',
  'at_least',
  'less_than',
  'at_most',
  'contains',
  'not_contains',
  'starts_with',
  'one_of',
  'none_of',
  'exists',
  'not_exists',
])
export type Operator = Static<typeof Operator>

export const Scalar = Type.Union([
  Type.String({ maxLength: 2048 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])
export type Scalar = Static<typeof Scalar>

/**
 * Fields: `event.source`, `event.serials`, `event.parameters.<key>`, `guest.tags`, `guest.points`, `guest.name`,
 * `guest.email`, `guest.phone`, `guest.email_consent`, `guest.sms_consent`, `guest.do_not_contact`,
 * `guest.attributes.<key>`.
 */
export const Leaf = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 250 }),
    operator: Operator,
    /** Absent for exists and not_exists; a list for one_of and none_of. */
    value: Type.Optional(Type.Union([Scalar, Type.Array(Scalar, { minItems: 1, maxItems: 200 })])),
  },
  { additionalProperties: false },
)
export type Leaf = Static<typeof Leaf>

export type Condition = Leaf | { all: Condition[] } | { any: Condition[] } | { not: Condition }

const branch = (items: string) => Type.Array(Type.Ref(items), { minItems: 1, maxItems: 100 })

/** TypeBox cannot infer the recursion; the type above says the same by hand. */
export const Condition = Type.Unsafe<Condition>(
  Type.Cyclic(
    {
      Condition: Type.Union([
        Leaf,
        Type.Object({ all: branch('Condition') }, { additionalProperties: false }),
        Type.Object({ any: branch('Condition') }, { additionalProperties: false }),
        Type.Object({ not: Type.Ref('Condition') }, { additionalProperties: false }),
      ]),
    },
    'Condition',
  ),
)
