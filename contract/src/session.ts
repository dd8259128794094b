import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, Uuid } from './common.ts'
import { Language } from './language.ts'
import { EmailAddress, PersonName, Role } from './member.ts'

/** The dashboard: who is signed in, and the ways to sign in. */

const closed = { additionalProperties: false } as const

export const shortestPassword = 12
export const longestPassword = 200

/** A password to check: one of any shape is simply wrong if it does not match. */
const GivenPassword = Type.String({ minLength: 1, maxLength: longestPassword })
const NewPassword = Type.String({ minLength: shortestPassword, maxLength: longestPassword })

/** 256 random bits. It is in the fragment of its link, after the #, which browsers do not send. */
export const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
/** How a page that was opened by a link asks about it. */
export const LinkHeaders = Type.Object({ 'x-link-token': LinkToken })

export const SignIn = Type.Object({ email: EmailAddress, password: GivenPassword }, closed)
/** The password, or the signature of a passkey with the ticket of its question. */
export const Confirmation = Type.Object(
  {
    password: Type.Optional(GivenPassword),
    ticket: Type.Optional(LinkToken),
    passkey: Type.Optional(AnyObject),
  },
  closed,
)
export const OrganisationChoice = Type.Object({ organisation_id: Uuid }, closed)

export const Session = Type.Object({
  member: Type.Object({
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    language: nullable(Language, "What they read the dashboard in; null for the browser's language."),
  }),
  organisation: Type.Unsafe<{ id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { id: Uuid, name: { type: 'string' } },
    required: ['id', 'name'],
    description: 'Null until one of several is chosen.',
  }),
  role: nullable(Role),
  serials: nullable(Type.Array(Type.String()), 'The venues they see; null for all of them.'),
  organisations: Type.Array(Type.Object({ id: Uuid, name: Type.String(), role: Role })),
  confirmed_until: nullable(Timestamp, 'Until then the password need not be given again.'),
  expires_at: Timestamp,
  passkeys: Type.Integer({ description: 'How many they have.' }),
  single_sign_on: Type.Boolean({ description: "Started by the organisation's identity provider." }),
  second_factor_missing: Type.Boolean({
    description:
      'The organisation requires one, and they have none: nothing else is open to them until then.',
  }),
})
export type Session = Static<typeof Session>

export const SessionAnswer = Type.Object({ message: Type.String(), session: Session })

export const OpenSession = Type.Object({
  id: Type.String({ description: 'Names it, and opens nothing.' }),
  address: Type.String({ description: 'Where they signed in from.' }),
  browser: nullable(Type.String(), 'What they signed in with, such as Firefox on Windows; null: unknown.'),
  single_sign_on: Type.Boolean({ description: "Started by the organisation's identity provider." }),
  created_at: Timestamp,
  seen_at: Timestamp,
  current: Type.Boolean({ description: 'The one that asks.' }),
})
export type OpenSession = Static<typeof OpenSession>

export const OpenSessions = Type.Object({ data: Type.Array(OpenSession) })

export const SetupLook = Type.Object({
  message: Type.String(),
  organisation_name: nullable(Type.String(), 'Null: the organisation is made with its first member.'),
})

export const Setup = Type.Object(
  {
    token: LinkToken,
    email: EmailAddress,
    name: PersonName,
    password: NewPassword,
    organisation_name: Type.Optional(PersonName),
  },
  closed,
)

export const InvitationLook = Type.Object({
  message: Type.String(),
  organisation_name: Type.String(),
  email: Type.String(),
  role: Role,
})

export const Acceptance = Type.Object(
  { token: LinkToken, name: Type.Optional(PersonName), password: GivenPassword },
  closed,
)

export const ProfileChange = Type.Object(
  {
    name: Type.Optional(PersonName),
    language: Type.Optional(nullable(Language, "Null for the browser's language.")),
    current_password: Type.Optional(GivenPassword),
    new_password: Type.Optional(NewPassword),
  },
  closed,
)
