import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid, words } from './common.ts'
import { EmailAddress, Role } from './member.ts'
import { ScimToken } from './scim.ts'
import { DnsRecord } from './sender.ts'

/** Single sign-on by OpenID Connect: an organisation's settings, and how a person starts it. */

const closed = { additionalProperties: false } as const

const serials = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { maxItems: 1_000 }),
  'The venues they see; null for all of them. An owner sees all.',
)

/** What the people of one group at the issuer may do. */
export const GroupGrant = Type.Object(
  { group: Type.String({ minLength: 1, maxLength: 200 }), role: Role, serials },
  closed,
)
export type GroupGrant = Static<typeof GroupGrant>

export const DefaultGrant = Type.Object({ role: Role, serials }, closed)
export type DefaultGrant = Static<typeof DefaultGrant>

const settings = {
  issuer: Type.String({ minLength: 1, maxLength: 500 }),
  client_id: Type.String({ minLength: 1, maxLength: 500 }),
  scopes: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}$' }), {
    maxItems: 20,
    description: 'In addition to openid, email and profile.',
  }),
  domains: Type.Array(
    Type.String({
      maxLength: 253,
      pattern:
        '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$',
    }),
    { minItems: 1, maxItems: 50, uniqueItems: true, description: 'Domains of e-mail addresses.' },
  ),
  group_claim: Type.String({ minLength: 1, maxLength: 200, description: 'Where the issuer lists groups.' }),
  grants: Type.Array(GroupGrant, { maxItems: 100, description: 'In order: the first that fits decides.' }),
  default_grant: nullable(DefaultGrant, 'For people in none of the groups; null: they have no access.'),
  enforced: Type.Boolean({
    description: 'Members with an address in one of the domains cannot sign in with a password.',
  }),
}

export const SingleSignOn = Type.Object({ ...settings, saved_by: Type.String(), updated_at: Timestamp })
export type SingleSignOn = Static<typeof SingleSignOn>

export const SingleSignOnChange = Type.Object(
  {
    ...settings,
    client_secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Left out: it stays as it is.' }),
    ),
  },
  closed,
)
export type SingleSignOnChange = Static<typeof SingleSignOnChange>

/** Whether a domain was shown to be the organisation's own, by a record in the DNS. */
export const DomainProof = Type.Object({
  domain: Type.String(),
  status: words(['proven', 'kept', 'unproven'], {
    description:
      'kept: in use before proofs were asked for. It counts until an organisation proves it. Unproven ones do not count.',
  }),
  publish: DnsRecord,
  problem: nullable(Type.String(), 'What a check found, where it did not find the record.'),
})
export type DomainProof = Static<typeof DomainProof>

export const SingleSignOnAnswer = Type.Object({
  message: Type.String(),
  settings: nullable(SingleSignOn, 'Null: it is not set up.'),
  proofs: Type.Array(DomainProof, { description: 'Of the domains in the settings.' }),
  scim: Type.Object({
    address: Type.String({ description: 'Where the identity provider finds SCIM 2.0.' }),
    token: nullable(ScimToken, 'Null: there is none, and SCIM is off.'),
  }),
  redirect_uri: Type.String({ description: 'To be registered at the issuer, exactly like this.' }),
  sign_in_link: Type.String({ description: 'Starts the sign-in of this organisation.' }),
})
export type SingleSignOnAnswer = Static<typeof SingleSignOnAnswer>

export const ScimTokenCreated = Type.Object({
  message: Type.String(),
  token: Type.String({ description: 'Shown this once.' }),
})

/** By an address, whose domain leads to the organisation, or by the organisation itself. */
export const SignOnStart = Type.Object(
  {
    email: Type.Optional(EmailAddress),
    organisation_id: Type.Optional(Uuid),
    next: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'The page to open after it, as a path.' }),
    ),
    again: Type.Optional(
      Type.Boolean({ description: 'The issuer asks for the password again, to confirm who it is.' }),
    ),
  },
  closed,
)

export const SignOnStarted = Type.Object({
  message: Type.String(),
  url: Type.String({ description: "The issuer's page, to be opened by this browser." }),
})
