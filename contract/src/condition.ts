import { type Static, Type } from 'typebox'
import { Duration, OpenSpan } from './calendar.ts'
import { words } from './common.ts'
import { type OperatorName, operatorNames } from './condition/operators.ts'
import { MomentFromData, NumberFromData } from './value.ts'

/**
 * A condition is a tree that a form can build and the engine can explain: all, any and not, over leaves of field,
 * operator and value. There is no expression language, and no code is evaluated.
 */

export const Operator = words(operatorNames)
export type Operator = OperatorName

export const Scalar = Type.Union([
  Type.String({ maxLength: 2048 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])
export type Scalar = Static<typeof Scalar>

/** The same for messages: not a union, because the serializer would compile a validator for each place that has one. */
export const PlainScalar = Type.Unsafe<Scalar>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: 2048,
})

/** What a field is compared with. Which of them an operator takes is in its row. */
const Compared = Type.Union([
  ...Scalar.anyOf,
  Type.Array(Scalar, { minItems: 1, maxItems: 200 }),
  Duration,
  OpenSpan,
  /** Another field, with operations on its value. */
  NumberFromData,
  MomentFromData,
])

const comparison = {
  /** One of `condition/fields.ts`. */
  field: Type.String({ minLength: 1, maxLength: 250 }),
  operator: Operator,
  /** Absent for exists and not_exists; a list for one_of and none_of. */
  value: Type.Optional(Compared),
}

/** A comparison by itself, without what it counts. */
export const Comparison = Type.Object(comparison, { additionalProperties: false })

export type Leaf = Static<typeof Comparison> & {
  /** Where the field is a number of events: only those for which this holds are counted. */
  where?: Condition
}

/** The other field of a comparison, if it has one. */
export const comparedField = ({ value }: Pick<Leaf, 'value'>): NumberFromData | MomentFromData | undefined =>
  value !== null && typeof value === 'object' && 'field' in value ? value : undefined

export type Condition = Leaf | { all: Condition[] } | { any: Condition[] } | { not: Condition }

const branch = (items: string) => Type.Array(Type.Ref(items), { minItems: 1, maxItems: 100 })

/** TypeBox cannot infer the recursion, so the type above is written by hand. */
export const Condition = Type.Unsafe<Condition>(
  Type.Cyclic(
    {
      Condition: Type.Union([
        Type.Object(
          { ...comparison, where: Type.Optional(Type.Ref('Condition')) },
          { additionalProperties: false },
        ),
        Type.Object({ all: branch('Condition') }, { additionalProperties: false }),
        Type.Object({ any: branch('Condition') }, { additionalProperties: false }),
        Type.Object({ not: Type.Ref('Condition') }, { additionalProperties: false }),
      ]),
    },
    'Condition',
  ),
)
