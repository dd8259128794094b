import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { GrantedScope } from './scope.ts'

/**
 * From least to most: staff do the tasks of their venues and see nothing else, a viewer reads, an editor changes what
 * guests receive, an owner decides who has access.
 */
export const Role = words(['staff', 'viewer', 'editor', 'owner'])
export type Role = Static<typeof Role>

export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s\\u0000-\\u001f]+@[^@\\s\\u0000-\\u001f]+$',
})
export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f]*\\S' })

const closed = { additionalProperties: false } as const
const Serials = Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { maxItems: 1_000 })
const serials = nullable(Serials, 'The venues they see; null for all of them. An owner sees all.')

export const Member = Type.Object({
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  serials,
  created_at: Timestamp,
})
export type Member = Static<typeof Member>

export const Invitation = Type.Object({
  id: Uuid,
  email: Type.String(),
  role: Role,
  serials,
  invited_by: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = Static<typeof Invitation>

export const MemberList = Type.Object({ data: Type.Array(Member), invitations: Type.Array(Invitation) })

export const NewInvitation = Type.Object(
  { email: EmailAddress, role: Role, serials: Type.Optional(serials) },
  closed,
)
export type NewInvitation = Static<typeof NewInvitation>

/** The link is only in this response. */
export const InvitationAnswer = Type.Object({
  message: Type.String(),
  invitation: Invitation,
  link: Type.String(),
})

export const MemberChange = Type.Object({ role: Role, serials: Type.Optional(serials) }, closed)
export type MemberChange = Static<typeof MemberChange>

export const MemberAnswer = Type.Object({ message: Type.String(), member: Member })

export const Message = Type.Object({ message: Type.String() })

// ── API keys, as their owners see them ─────────────────────────────────────────────────────────────────────

export const ApiKey = Type.Object({
  id: Uuid,
  client_id: Type.String(),
  name: Type.String(),
  requests_per_minute: Type.Integer({ description: '0 is no limit.' }),
  scopes: Type.Array(Type.String()),
  serials: nullable(Type.Array(Type.String())),
  sources: nullable(Type.Array(Type.String())),
  addresses: nullable(Type.Array(Type.String())),
  ends_at: nullable(Timestamp),
  test: Type.Boolean(),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
})
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyList = Type.Object({ data: Type.Array(ApiKey) })

const KeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f]*\\S' })

/** What a key may do and be used for. What is left out of a new key is not limited. */
const keyLimits = {
  requests_per_minute: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: '0 is no limit. Default 6000.' }),
  ),
  scopes: Type.Optional(Type.Array(GrantedScope, { minItems: 1, maxItems: 20 })),
  serials: Type.Optional(nullable(Serials, 'The venues it is for; null for all of them.')),
  sources: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
      'The sources that its events may name; null for any, and for none.',
    ),
  ),
  addresses: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 100 }),
      'Addresses and ranges that it may be used from, as 192.0.2.10 or 2001:db8::/32; null for all.',
    ),
  ),
  ends_at: Type.Optional(nullable(Timestamp, 'It is refused from then on; null for never.')),
}

export const NewApiKey = Type.Object(
  {
    name: KeyName,
    ...keyLimits,
    test: Type.Optional(
      Type.Boolean({ description: 'Its events run everything and send nothing. It stays so.' }),
    ),
  },
  closed,
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyChange = Type.Object({ name: Type.Optional(KeyName), ...keyLimits }, closed)
export type ApiKeyChange = Static<typeof ApiKeyChange>

export const ApiKeyAnswer = Type.Object({ message: Type.String(), key: ApiKey })

/** The secret is only in this response. */
export const ApiKeySecret = Type.Object({
  message: Type.String(),
  key: Type.Object({ client_id: Type.String(), client_secret: Type.String(), name: Type.String() }),
})

export const KeyRotation = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365 * 86_400,
        description: 'How long the old secret works on. Default 86400.',
      }),
    ),
  },
  closed,
)

export const KeyRevocation = Type.Object(
  { name: Type.String({ maxLength: 100, description: "The key's name, typed: this cannot be taken back." }) },
  closed,
)

export const ApiRequest = Type.Object({
  id: Uuid,
  at: Timestamp,
  method: Type.String(),
  route: Type.String(),
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  code: nullable(Type.String(), 'Why it was refused.'),
  request_id: Type.String(),
})
export type ApiRequest = Static<typeof ApiRequest>

export const ApiRequestList = Type.Object({ data: Type.Array(ApiRequest), links: ListLinks })

// ── the audit log ──────────────────────────────────────────────────────────────────────────────────────────

export const AuditEntry = Type.Object({
  id: Uuid,
  sequence: Type.Integer(),
  at: Timestamp,
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  detail: AnyObject,
})
export type AuditEntry = Static<typeof AuditEntry>

export const ListedAuditEntry = Type.Object({
  ...AuditEntry.properties,
  subject_name: nullable(Type.String(), 'What the subject is called, if it is an id and still exists.'),
})
export type ListedAuditEntry = Static<typeof ListedAuditEntry>

export const AuditList = Type.Object({ data: Type.Array(ListedAuditEntry), links: ListLinks })

export const AuditVerdict = Type.Object({
  entries: Type.Integer(),
  /** Entries from before the log had a key, or of a release that had none. */
  unsigned: Type.Integer(),
  head: nullable(Type.Object({ sequence: Type.Integer(), hash: Type.String() })),
  /** Where the chain is broken, in sentences; empty when nothing was changed or removed. */
  faults: Type.Array(Type.String()),
})
export type AuditVerdict = Static<typeof AuditVerdict>
