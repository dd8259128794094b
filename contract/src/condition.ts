import { type Static, Type } from 'typebox'
import { words } from './common.ts'
import { type OperatorName, operatorNames } from './condition/operators.ts'

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

export const Leaf = Type.Object(
  {
    /** One of `condition/fields.ts`. */
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

/** TypeBox cannot infer the recursion, so the type above is written by hand. */
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
