import { type Static, Type } from 'typebox'
import { nullable, words } from './common.ts'

export const identifierTypes = ['email', 'phone', 'external_id'] as const

/** Lower case only: `Toast` and `toast` would be two systems, and each guest would be known twice. */
export const systemPattern = '^[a-z0-9][a-z0-9._-]{0,49}$'

const system = nullable(
  Type.String({ pattern: systemPattern }),
  'For an external_id: the system whose id it is, such as toast; lower-case letters, digits, dots, hyphens and ' +
    'underscores. Without it the id is your own, as in external_id of a guest.',
)

/** Something a guest is known by, as a sender writes it. */
export const GivenIdentifier = Type.Object(
  {
    type: words(identifierTypes),
    value: Type.String({
      minLength: 1,
      maxLength: 254,
      description:
        'An e-mail address, in any case; a phone number, in E.164 or as it is dialled in the country of the venue or ' +
        'the organisation; or the id of the guest in a system.',
    }),
    system: Type.Optional(system),
  },
  { $id: 'GivenIdentifier', title: 'Something a guest is known by', additionalProperties: false },
)
export type GivenIdentifier = Static<typeof GivenIdentifier>

/** The same as it is stored: normalised, and held by one guest of the organisation. */
const stored = { type: words(identifierTypes), value: Type.String(), system }
export const PlainIdentifier = Type.Object(stored)
export const Identifier = Type.Object(stored, {
  $id: 'Identifier',
  title: 'Something a guest is known by, normalised',
})
export type Identifier = Static<typeof Identifier>
