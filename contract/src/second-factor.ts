import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, words } from './common.ts'
import { PersonName } from './member.ts'
import { LinkToken, Session } from './session.ts'

/** The second factor: codes of an app, passkeys, and recovery codes for when those are lost. */

const closed = { additionalProperties: false } as const

export const SecondFactorMethod = words(['totp', 'passkey', 'recovery_code'])
export type SecondFactorMethod = Static<typeof SecondFactorMethod>

/** What a browser is asked to sign, and the ticket that the answer is sent with. */
export const PasskeyQuestion = Type.Object({
  message: Type.String(),
  ticket: Type.String(),
  options: AnyObject,
})
export type PasskeyQuestion = Static<typeof PasskeyQuestion>

/** The password was right, and is not enough. */
export const SecondFactorQuestion = Type.Object({
  message: Type.String(),
  ticket: Type.String(),
  methods: Type.Array(SecondFactorMethod),
  /** For the browser's passkey; null where the member has none. */
  options: nullable(AnyObject),
})
export type SecondFactorQuestion = Static<typeof SecondFactorQuestion>

const Code = Type.String({ minLength: 6, maxLength: 40 })

export const SecondFactorAnswer = Type.Object(
  { ticket: LinkToken, code: Type.Optional(Code), passkey: Type.Optional(AnyObject) },
  closed,
)

export const PasskeyAnswer = Type.Object({ ticket: LinkToken, passkey: AnyObject }, closed)

export const NewPasskey = Type.Object({ ticket: LinkToken, name: PersonName, passkey: AnyObject }, closed)

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
})
export type Passkey = Static<typeof Passkey>

export const SecondFactor = Type.Object({
  totp: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  recovery_codes: Type.Integer({ description: 'How many are left.' }),
  passkeys_possible: Type.Boolean({
    description: 'false: the dashboard is published under a number, for which browsers make none.',
  }),
})
export type SecondFactor = Static<typeof SecondFactor>

/** The secret is only in this response. */
export const TotpSecret = Type.Object({ message: Type.String(), secret: Type.String(), uri: Type.String() })

export const TotpConfirmation = Type.Object({ code: Type.String({ pattern: '^\\d{6}$' }) }, closed)

/** The codes are only in this response; null where the member has some already. */
export const FactorAdded = Type.Object({
  message: Type.String(),
  session: Session,
  recovery_codes: nullable(Type.Array(Type.String())),
})

export const RecoveryCodes = Type.Object({
  message: Type.String(),
  recovery_codes: Type.Array(Type.String()),
})

/** How members of an organisation sign in. */
export const SignInRules = Type.Object({
  require_second_factor: Type.Boolean(),
  members_without: Type.Integer({ description: 'Members who have none yet.' }),
})
export type SignInRules = Static<typeof SignInRules>

export const SignInRulesChange = Type.Object({ require_second_factor: Type.Boolean() }, closed)
export const SignInRulesAnswer = Type.Object({ message: Type.String(), rules: SignInRules })
