import { type Static, Type } from 'typebox'
import { Timestamp } from '../common.ts'
import { SecretName } from '../node.ts'

/** Without its value, which is never shown. */
export const NamedSecret = Type.Object({
  name: SecretName,
  host: Type.String(),
  saved_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type NamedSecret = Static<typeof NamedSecret>

export const NamedSecretList = Type.Object({ data: Type.Array(NamedSecret) })

export const NamedSecretChange = Type.Object(
  {
    /** The only host that the value is sent to. */
    host: Type.String({
      maxLength: 253,
      pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
    }),
    /** The whole value of a header, as `Bearer …`. */
    value: Type.String({
      minLength: 1,
      maxLength: 4_000,
      pattern: '^[\\x21-\\x7e]([\\t\\x20-\\x7e]*[\\x21-\\x7e])?$',
    }),
  },
  { additionalProperties: false },
)
export type NamedSecretChange = Static<typeof NamedSecretChange>

export const NamedSecretSaved = Type.Object({ message: Type.String() })
