import { type Static, Type } from 'typebox'
import { words } from './common.ts'

/**
 * How a delivery proves that it comes from the system it says it comes from. What is secret about it is not here: a
 * connection has one secret, and during a change two.
 */

const closed = { additionalProperties: false } as const

/** The name of a header, RFC 9110 section 5.6.2, in lower case. */
export const HeaderName = Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$" })

const tolerance = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 86_400,
    description: 'How many seconds the time of a delivery may differ from ours.',
  }),
)

/** Where the time of a delivery stands: in a header, or in a field at the top of its JSON. */
export const ProofTimestamp = Type.Union([
  Type.Object({ header: HeaderName }, closed),
  Type.Object({ field: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
])

/** A keyed hash of the exact bytes, alone or together with a time or the address. */
export const HmacProof = Type.Object(
  {
    scheme: Type.Literal('hmac'),
    /** Where the signature stands. */
    header: HeaderName,
    algorithm: words(['sha256', 'sha1']),
    encoding: words(['hex', 'base64']),
    /** What is signed, in this order. */
    signed: words(['body', 'timestamp_body', 'body_timestamp', 'url_body']),
    /** In front of the signature in its header, as "sha256=". */
    prefix: Type.Optional(Type.String({ maxLength: 20 })),
    /** Between the time and the body. */
    separator: Type.Optional(Type.String({ maxLength: 5 })),
    timestamp: Type.Optional(ProofTimestamp),
    tolerance_seconds: tolerance,
  },
  closed,
)
export type HmacProof = Static<typeof HmacProof>

export const StandardWebhooksProof = Type.Object(
  { scheme: Type.Literal('standard_webhooks'), tolerance_seconds: tolerance },
  closed,
)
export type StandardWebhooksProof = Static<typeof StandardWebhooksProof>

export const StripeProof = Type.Object(
  { scheme: Type.Literal('stripe'), tolerance_seconds: tolerance },
  closed,
)
export type StripeProof = Static<typeof StripeProof>

/** The secret itself is sent along: as a bearer token, as the password of basic access, or in a header. */
export const SharedSecretProof = Type.Object(
  {
    scheme: Type.Literal('shared_secret'),
    in: words(['bearer', 'basic', 'header']),
    /** Only with `header`. */
    header: Type.Optional(HeaderName),
    /** Only with `basic`. */
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
)
export type SharedSecretProof = Static<typeof SharedSecretProof>

export const LONGEST_CLAIM = 500

/** A signed token as the bearer token; the secret is the key set of the sender. */
export const JwtProof = Type.Object(
  {
    scheme: Type.Literal('jwt'),
    tolerance_seconds: tolerance,
    /** The `iss` that a token must have. Absent: any. */
    issuer: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_CLAIM })),
    /** One that its `aud` must name. Absent: any. */
    audience: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_CLAIM })),
  },
  closed,
)
export type JwtProof = Static<typeof JwtProof>

/** Only who knows the address can send to it. For systems that have nothing better. */
export const NoProof = Type.Object({ scheme: Type.Literal('none') }, closed)

export const Proof = Type.Union([
  HmacProof,
  StandardWebhooksProof,
  StripeProof,
  SharedSecretProof,
  JwtProof,
  NoProof,
])
export type Proof = Static<typeof Proof>

/** Why a delivery is refused. */
export const refusalReasons = [
  'no_signature',
  'wrong_signature',
  'no_timestamp',
  'too_old',
  'in_the_future',
  'no_secret',
  'no_key_set',
  'wrong_claims',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
