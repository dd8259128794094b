import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'
import { deliveryProblems, itemReasons, JsonPath, type Mapping } from '../connection-mapping.ts'
import { HmacProof, LONGEST_CLAIM, refusalReasons } from '../connection-proof.ts'
import { Job } from './jobs.ts'

const closed = { additionalProperties: false } as const

/** Everything about connections is for owners: what other systems send is about every venue. */

export const ConnectionStatus = words(['needs_secret', 'new', 'working', 'needs_attention', 'paused'], {
  description:
    'needs_secret: everything is refused until it has one. new: nothing has arrived yet. needs_attention: deliveries are held or failed, what came last was refused, a page could not be fetched, or it is silent.',
})
export type ConnectionStatus = Static<typeof ConnectionStatus>

export const ConnectionTrouble = words(['fetching', 'unreadable', 'silent', 'refused'], {
  description:
    'fetching: pages could not be fetched five times in a row. unreadable: ten deliveries within a day failed. silent: nothing has arrived for two days, although it usually does. refused: requests are refused, and nothing was taken for an hour.',
})
export type ConnectionTrouble = Static<typeof ConnectionTrouble>

export const DeliveryState = words(['waiting', 'held', 'done', 'failed'])
export type DeliveryState = Static<typeof DeliveryState>

/** Of each state: nobody needs to know it more exactly, and a connection can have millions. */
export const MOST_COUNTED = 10_000

const connection = {
  id: Uuid,
  name: Type.String(),
  vendor: Type.String(),
  vendor_name: Type.String(),
  status: ConnectionStatus,
  /** What owners were notified of; looked at every hour. */
  trouble: nullable(ConnectionTrouble),
  deliveries: Type.Object(
    {
      waiting: Type.Integer(),
      held: Type.Integer(),
      done: Type.Integer(),
      failed: Type.Integer(),
    },
    { description: `Those that are stored. ${MOST_COUNTED + 1}: more than ${MOST_COUNTED}.` },
  ),
  refused: Type.Integer(),
  last_delivery_at: nullable(Timestamp),
  /** The oldest that is to be read. */
  waiting_since: nullable(Timestamp),
  created_at: Timestamp,
}

export const ListedConnection = Type.Object(connection)
export type ListedConnection = Static<typeof ListedConnection>
export const ConnectionList = Type.Object({ data: Type.Array(ListedConnection) })

export const SecretFrom = words(['them', 'us'], {
  description: 'them: the other system shows it. us: Millrace makes one for the other system to send along.',
})
export type SecretFrom = Static<typeof SecretFrom>

/** In the order in which they are offered. */
export const VendorKind = words(['tills', 'bookings', 'payments', 'shop', 'general'])
export type VendorKind = Static<typeof VendorKind>

export const ConnectionVendor = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: VendorKind,
  about: Type.String({ description: 'What it brings, in one line.' }),
  /** What the system calls its secret. */
  secret: Type.String(),
  secret_from: SecretFrom,
})
export type ConnectionVendor = Static<typeof ConnectionVendor>
export const ConnectionVendorList = Type.Object({ data: Type.Array(ConnectionVendor) })

export const UnknownGuests = words(['create', 'keep'], {
  description: 'create: new guests are created without consent. keep: their deliveries are held.',
})
export type UnknownGuests = Static<typeof UnknownGuests>

const ConnectionName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const NewConnection = Type.Object(
  { name: ConnectionName, vendor: Type.String({ maxLength: 50 }), unknown_guests: UnknownGuests },
  closed,
)

export const ConnectionChange = Type.Object(
  {
    name: Type.Optional(ConnectionName),
    unknown_guests: Type.Optional(UnknownGuests),
    /** While it is paused, deliveries are stored and wait. */
    paused: Type.Optional(Type.Boolean()),
  },
  { ...closed, minProperties: 1 },
)

/** A key set with two keys has room. */
export const LONGEST_SECRET = 4_000
/** What a header can carry: no space, and nothing beyond ASCII. */
export const SECRET_PATTERN = '^[\\x21-\\x7e]+$'

/** As it was pasted: JSON, such as a key set, without the spaces between its parts. */
export function pastedSecret(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return trimmed
  try {
    return JSON.stringify(JSON.parse(trimmed))
  } catch {
    return trimmed
  }
}

export const SecretChange = Type.Object(
  {
    /** Absent: Millrace makes one, for systems that do not issue their own. */
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_SECRET, pattern: SECRET_PATTERN })),
    /** Whether the secret that was there before is accepted too, until it is removed. */
    keep_previous: Type.Boolean(),
  },
  closed,
)

/** What signed tokens must say, where their key set signs for others too; null: anything. */
export const TokenClaims = Type.Object(
  {
    issuer: nullable(Type.String({ minLength: 1, maxLength: LONGEST_CLAIM, pattern: '\\S' })),
    audience: nullable(Type.String({ minLength: 1, maxLength: LONGEST_CLAIM, pattern: '\\S' })),
  },
  closed,
)
export type TokenClaims = Static<typeof TokenClaims>

const { algorithm, encoding, signed } = HmacProof.properties

/** How requests of any system prove their origin, as the fields of a form. Those that the way does not need are ignored. */
export const ProofSettings = Type.Object(
  {
    way: words(['bearer', 'basic', 'header', 'hmac'], {
      description:
        'bearer, basic, header: the secret is sent along, as a token, as a password, or in a header. hmac: it signs the request.',
    }),
    /** Has the secret or the signature. */
    header: nullable(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$" })),
    /** Of basic. */
    username: nullable(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    algorithm,
    encoding,
    signed,
    /** In front of the signature. */
    prefix: Type.String({ maxLength: 20 }),
    /** Between the time and the body. */
    separator: Type.String({ maxLength: 5 }),
    /** Where the time that is signed is: a header, or a field at the top of the JSON. */
    time_in: words(['header', 'field']),
    time_name: nullable(Type.String({ minLength: 1, maxLength: 100 })),
    /** Whether what was signed more than five minutes ago is refused. */
    checks_time: Type.Boolean(),
  },
  closed,
)
export type ProofSettings = Static<typeof ProofSettings>

export const AliasChange = Type.Object(
  {
    /** What the other system calls the venue. */
    location: Type.String({ minLength: 1, maxLength: 2_048 }),
    /** The venue's code; null: it means none. */
    venue: nullable(Type.String({ maxLength: 12 })),
  },
  closed,
)

export const PullAuth = words(['none', 'bearer', 'basic', 'header', 'parameter', 'oauth'], {
  description:
    'How the secret is sent: in a header, or as a parameter that is added to the address. oauth: it is the secret of a client that gets a token, which is sent.',
})
export type PullAuth = Static<typeof PullAuth>

/** Where a token comes from, RFC 6749 section 4.4. */
export const PullOauth = Type.Object(
  {
    token_url: Type.String({ minLength: 1, maxLength: 2_048 }),
    client_id: Type.String({ minLength: 1, maxLength: 500 }),
    scope: nullable(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  closed,
)
export type PullOauth = Static<typeof PullOauth>

const pull = {
  every_seconds: Type.Integer({ minimum: 60, maximum: 604_800 }),
  auth: PullAuth,
  /** The name of the header or of the parameter that has the secret. */
  header: nullable(Type.String({ maxLength: 128 })),
  /** The value that a page has at this path is this parameter of the next request. */
  cursor_parameter: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  cursor_path: nullable(JsonPath),
}

export const PullChange = Type.Object(
  {
    ...pull,
    url: Type.String({ minLength: 1, maxLength: 2_048 }),
    /** Absent: the one that is stored, which goes to the same host only. With basic: user:password. */
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_SECRET })),
    /** Only with oauth. Absent: as it is stored. */
    oauth: Type.Optional(nullable(PullOauth)),
    /** Another header, with its own secret, for systems that want two; null: none. Absent: as it is stored. */
    second_header: Type.Optional(nullable(Type.String({ maxLength: 128 }))),
    /** Absent: the one that is stored, which goes to the same host only. */
    second_secret: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_SECRET })),
    /** Where a page has its list, as in the mapping; null: it has none. Absent: the mapping stays as it is. */
    each: Type.Optional(nullable(JsonPath)),
  },
  closed,
)
export type PullChange = Static<typeof PullChange>

/** Checked by the handler, which says what is wrong at each field: see `connection-mapping.ts` for its form. */
const AnyMapping = Type.Unsafe<Mapping>(AnyObject)

export const WholeConnection = Type.Object({
  ...connection,
  /** Where the other system sends to. */
  url: Type.String(),
  steps: Type.Array(Type.String()),
  secret_name: Type.String(),
  secret_from: SecretFrom,
  secret: words(['missing', 'set', 'changing'], {
    description: 'changing: the previous secret is accepted too.',
  }),
  claims: nullable(TokenClaims, 'null: it does not get signed tokens.'),
  proof: nullable(ProofSettings, 'null: its system has its own scheme.'),
  unknown_guests: UnknownGuests,
  aliases: Type.Array(Type.Object({ location: Type.String(), venue: Type.String() })),
  /** Of deliveries that are held because nobody knows which venue they mean. */
  unknown_locations: Type.Array(Type.String()),
  refusals: Type.Array(
    Type.Object({
      reason: words([...refusalReasons, 'too_large']),
      refused: Type.Integer(),
      last_at: Timestamp,
    }),
  ),
  /** Where it fetches pages, for a system without webhooks. */
  pull: nullable(
    Type.Object({
      ...pull,
      url: Type.String(),
      has_secret: Type.Boolean(),
      oauth: nullable(PullOauth),
      second_header: nullable(Type.String()),
      has_second_secret: Type.Boolean(),
      cursor_value: nullable(Type.String(), 'Where the next request continues.'),
      last_at: nullable(Timestamp),
      next_at: Timestamp,
      error: nullable(Type.String(), 'Why the last attempt failed.'),
    }),
  ),
  mapping: AnyMapping,
  mapping_version: Type.Integer(),
})
export type WholeConnection = Static<typeof WholeConnection>

export const ConnectionAnswer = Type.Object({ message: Type.String(), connection: WholeConnection })
/** With the secret that Millrace made, which is shown this once. */
export const ConnectionSecretAnswer = Type.Object({
  message: Type.String(),
  connection: WholeConnection,
  secret: nullable(Type.String()),
})

export const ItemResult = Type.Object({
  /** null: it made none. */
  event_id: nullable(Uuid),
  /** The event was made by an earlier delivery. */
  repeated: Type.Boolean(),
  warnings: Type.Array(Type.String()),
  reason: nullable(words(itemReasons)),
  detail: AnyObject,
})
export type ItemResult = Static<typeof ItemResult>

const delivery = {
  id: Uuid,
  state: DeliveryState,
  received_at: Timestamp,
  bytes: Type.Integer(),
  problem: nullable(words(deliveryProblems)),
  error: nullable(Type.String()),
  /** How many events it made. */
  events: Type.Integer(),
  /** How many of its items had made their event before. */
  repeated: Type.Integer(),
  /** Why items made none, each reason once. */
  reasons: Type.Array(Type.Object({ reason: words(itemReasons), items: Type.Integer(), detail: AnyObject })),
  /** What was odd about items that made one, each sentence once, the first of them. */
  warnings: Type.Array(Type.String()),
}

export const ListedDelivery = Type.Object(delivery)
export type ListedDelivery = Static<typeof ListedDelivery>
export const DeliveryPage = Type.Object({ data: Type.Array(ListedDelivery), links: ListLinks })

export const WholeDelivery = Type.Object({
  ...delivery,
  headers: Type.Record(Type.String(), Type.String()),
  /** As it came; in base64 where it is not UTF-8. */
  body: Type.String(),
  encoding: words(['utf8', 'base64']),
  items: Type.Array(ItemResult),
})
export type WholeDelivery = Static<typeof WholeDelivery>

export const ReadAgainAnswer = Type.Object({ message: Type.String(), deliveries: Type.Integer() })

export const LONGEST_SAMPLE = 200_000

export const SampleDelivery = Type.Object(
  {
    body: Type.String({ maxLength: LONGEST_SAMPLE }),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        maxProperties: 50,
        additionalProperties: { type: 'string', maxLength: 2_000 },
      }),
    ),
    /** Absent: the mapping of the connection. */
    mapping: Type.Optional(AnyMapping),
  },
  closed,
)

export const PreviewItem = Type.Object({
  event: nullable(
    Type.Object({
      source: Type.String(),
      serials: Type.Array(Type.String()),
      parameters: AnyObject,
      occurred_at: nullable(Timestamp),
      guest_name: nullable(Type.String()),
      identifiers: Type.Array(
        Type.Object({ type: Type.String(), value: Type.String(), system: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  warnings: Type.Array(Type.String()),
  reason: nullable(words(itemReasons)),
  detail: AnyObject,
})
export type PreviewItem = Static<typeof PreviewItem>

export const DeliveryPreview = Type.Object({
  problem: nullable(words(deliveryProblems)),
  /** The delivery as paths look at it; null where it cannot be read. */
  document: Type.Unsafe<unknown>({}),
  items: Type.Array(PreviewItem),
})
export type DeliveryPreview = Static<typeof DeliveryPreview>

/** A page that was fetched once, and what would become of it. */
export const PullTry = Type.Object({
  error: nullable(Type.String(), 'Why it could not be fetched.'),
  bytes: Type.Integer(),
  next_cursor: nullable(Type.String()),
  preview: nullable(DeliveryPreview),
})
export type PullTry = Static<typeof PullTry>

export const MappingQuestion = Type.Object({ mapping: AnyMapping }, closed)

export const MappingChange = Type.Object(
  {
    mapping: AnyMapping,
    /** The version that was changed: it is refused where another was saved meanwhile. */
    version: Type.Integer({ minimum: 1 }),
  },
  closed,
)

export const MappingRestore = Type.Object({ version: MappingChange.properties.version }, closed)

/** What a mapping makes of the newest stored deliveries. */
export const MappingCheck = Type.Object({
  /** How many deliveries were looked at. */
  deliveries: Type.Integer(),
  /** How many more were not: they are too large to be read while someone waits. */
  left_out: Type.Integer(),
  /** Deliveries that make one event. */
  one: Type.Integer(),
  /** Deliveries that make more than one, and how many they make together. */
  several: Type.Object({ deliveries: Type.Integer(), events: Type.Integer() }),
  /** Deliveries that make none, by the first reason. */
  none: Type.Array(
    Type.Object({
      reason: nullable(words(itemReasons)),
      problem: nullable(words(deliveryProblems)),
      detail: AnyObject,
      deliveries: Type.Integer(),
      /** One of them. */
      delivery_id: Uuid,
    }),
  ),
  identity_changes: Type.Boolean({
    description:
      'Events are recognised by something else than before: what made an event already can make another one.',
  }),
})
export type MappingCheck = Static<typeof MappingCheck>

export const MappingVersion = Type.Object({
  version: Type.Integer(),
  /** null: the vendor's own. */
  actor: nullable(Type.String()),
  created_at: Timestamp,
  restored_from: nullable(Type.Integer()),
})
export type MappingVersion = Static<typeof MappingVersion>
export const MappingVersionList = Type.Object({ data: Type.Array(MappingVersion) })
export const WholeMappingVersion = Type.Object({ ...MappingVersion.properties, mapping: AnyMapping })
export type WholeMappingVersion = Static<typeof WholeMappingVersion>

export const RepairStart = Type.Object(
  {
    /** false: compares. true: makes the events that the last comparison found to be new. */
    apply: Type.Boolean(),
  },
  closed,
)

/** The repair that was started last. */
export const ConnectionRepair = Type.Object({
  job: nullable(Job),
  /** Of the mapping that it is about. */
  version: nullable(Type.Integer()),
  applies: Type.Boolean(),
  /** The first of each kind. */
  differences: Type.Array(
    Type.Object({
      kind: words(['new', 'changed', 'gone']),
      delivery_id: Uuid,
      event_id: nullable(Uuid),
      fields: Type.Array(Type.String()),
    }),
  ),
})
export type ConnectionRepair = Static<typeof ConnectionRepair>

/** Each is counted up to MOST_COUNTED, as those of a connection are. */
export const ConnectionDeletion = Type.Object({
  name: Type.String(),
  /** Stored deliveries, which are deleted. */
  deliveries: Type.Integer(),
  /** How many of them made no events yet, because they wait, are held or failed. */
  unread: Type.Integer(),
  /** Events that it made, which stay. */
  events: Type.Integer(),
})
export type ConnectionDeletion = Static<typeof ConnectionDeletion>
export const DeletedAnswer = Type.Object({ message: Type.String() })
