import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, Uuid, words } from '../common.ts'
import { PieceKey, type WrittenBlock } from '../email-blocks.ts'

/**
 * What several e-mails share: some blocks, or a whole e-mail, under a name. A document refers to it by its key and gets
 * its newest version. Every version is kept.
 */

export const MOST_PIECES = 200

const closed = { additionalProperties: false } as const

/** Blocks are put among those of an e-mail; an e-mail is all of a step, with its subject. */
export const PieceKind = words(['blocks', 'email'])
export type PieceKind = Static<typeof PieceKind>

/** As it is stored. */
export interface PieceContent {
  /** Of a whole e-mail only. */
  readonly subject?: string
  readonly preview?: string
  readonly blocks: readonly WrittenBlock[]
}

/** Its shape is checked in words for people, as that of a workflow: see `pieceFaults` of the server. */
const GivenContent = Type.Unsafe<Record<string, unknown>>({
  ...AnyObject,
  description:
    'The blocks, as in a send_email step; those of a piece contain no other piece. A whole e-mail also has a subject, and may have ' +
    'a preview text. Values such as {{ guest.name }} can be used everywhere.',
  examples: [{ blocks: [{ type: 'text', text: 'Open daily from 10 to 23' }] }],
})

/** As for publishing: such e-mails also go to guests without marketing consent. */
const confirm_transactional = Type.Optional(
  Type.Boolean({
    description:
      'Required for a new content if a transactional e-mail that guests get uses the piece: it stays about what they asked for.',
  }),
)

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Footer'] })

export const NewPiece = Type.Object(
  {
    name,
    key: Type.Optional(
      nullable(PieceKey, 'What documents call it. Default: made from the name. It cannot be changed later.'),
    ),
    kind: PieceKind,
    content: GivenContent,
  },
  closed,
)
export type NewPiece = Static<typeof NewPiece>

export const PieceChange = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    content: Type.Optional(nullable(GivenContent)),
    version: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1 }),
        'The version that the change is based on. It is refused if there is a newer one.',
      ),
    ),
    confirm_transactional,
  },
  {
    examples: [{ name: 'Footer with opening hours' }],
    minProperties: 1,
    ...closed,
  },
)
export type PieceChange = Static<typeof PieceChange>

export const PieceUse = Type.Object({
  workflow_id: Uuid,
  workflow_name: Type.String(),
  steps: Type.Array(Type.String(), { description: 'The labels of the steps, or their ids.' }),
  live: Type.Boolean({
    description: 'Guests get it: it is in the live version, or in one that guests are still in.',
  }),
  draft: Type.Boolean({ description: 'It is in the draft.' }),
  transactional: Type.Boolean({
    description: 'One of the steps is transactional: it also goes to guests without marketing consent.',
  }),
})
export type PieceUse = Static<typeof PieceUse>

const listed = {
  key: PieceKey,
  name: Type.String(),
  kind: PieceKind,
  version: Type.Integer({ minimum: 1 }),
  used_in: Type.Array(PieceUse, {
    description: 'Workflows that are not archived. It cannot be deleted while there are any.',
  }),
  changed_by: Type.String(),
  changed_at: Timestamp,
}

export const ListedPiece = Type.Object(listed)
export type ListedPiece = Static<typeof ListedPiece>

const content = Type.Unsafe<PieceContent>(AnyObject)

export const Piece = Type.Object({ ...listed, content })
export type Piece = Static<typeof Piece>

export const PieceList = Type.Object({ data: Type.Array(ListedPiece) })

export const PieceAnswer = Type.Object({ message: Type.String(), piece: Piece })
export type PieceAnswer = Static<typeof PieceAnswer>

export const PieceDeleted = Type.Object({ message: Type.String() })

export const PieceVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  content,
  restored_from: nullable(Type.Integer({ minimum: 1 }), 'The version that it is a copy of.'),
  created_by: Type.String(),
  created_at: Timestamp,
})
export type PieceVersion = Static<typeof PieceVersion>

export const PieceVersionList = Type.Object({ data: Type.Array(PieceVersion) })

export const PieceRestore = Type.Object(
  { version: Type.Integer({ minimum: 1 }), confirm_transactional },
  closed,
)
