import type { PieceContent, PieceKind } from '@millrace/contract/dashboard/pieces'
import type { NodeOf, WorkflowNode } from '@millrace/contract/node'
import { isRecord } from '../record.ts'
import type { Fault } from '../validation/fault.ts'

/** A saved piece with its newest content. */
export interface KnownPiece {
  readonly key: string
  readonly name: string
  readonly kind: PieceKind
  readonly version: number
  readonly content: PieceContent
}
export type KnownPieces = ReadonlyMap<string, KnownPiece>

export interface PieceReference {
  readonly key: string
  /** What has to be there: blocks among others, or the whole e-mail of a step. */
  readonly kind: PieceKind
  readonly path: string
  readonly node?: string
}

/** Every reference to a piece in a document, which may be a draft and have any shape. */
export function pieceReferences(document: unknown): PieceReference[] {
  return emailsIn(document).flatMap(({ node, id, path }) => {
    const at = typeof id === 'string' ? { node: id } : {}
    const whole = typeof node.piece === 'string' ? [node.piece] : []
    return [
      ...whole.map(key => ({ key, kind: 'email' as const, path: `${path}.piece`, ...at })),
      ...blocksOf(node).flatMap((block, index) => {
        const key = keyOf(block)
        return key === undefined
          ? []
          : [{ key, kind: 'blocks' as const, path: `${path}.blocks.${index}.piece`, ...at }]
      }),
    ]
  })
}

/** For a reference to one that does not exist. */
export const noPiece = (key: string): string =>
  `There is no saved piece "${key}". Save one with this key, or remove it here.`

/** References to what does not exist, or is of the other kind. */
export const referenceFaults = (references: readonly PieceReference[], pieces: KnownPieces): Fault[] =>
  references.flatMap(({ key, kind, ...at }) => {
    const piece = pieces.get(key)
    if (piece === undefined) return [{ ...at, message: noPiece(key) }]
    if (piece.kind === kind) return []
    const message =
      kind === 'blocks'
        ? `"${piece.name}" is a whole e-mail, which cannot be put among blocks.`
        : `"${piece.name}" is blocks, which are no whole e-mail. Add it to the blocks of one.`
    return [{ ...at, message }]
  })

export interface Expanded {
  /** With the content of pieces in place of the references. */
  readonly document: unknown
  /** A fault of that document as one of the document with the references. */
  trace(fault: Fault): Fault
}

export function expandPieces(document: unknown, pieces: KnownPieces): Expanded {
  const emails = new Map(
    emailsIn(document).map(({ node, path }) => [path, { node, expanded: expandEmail(node, pieces) }]),
  )
  if (emails.size === 0) return { document, trace: fault => fault }
  const { nodes, ...rest } = document as { nodes: unknown[] }
  return {
    document: {
      ...rest,
      nodes: nodes.map((node, index) => {
        const path = `nodes.${index}`
        const own = emails.get(path)?.expanded.node
        return own === undefined
          ? node
          : withTranslations(own, (given, at) => emails.get(`${path}.${at}`)?.expanded.node ?? given)
      }),
    },
    trace(fault) {
      const [, at = '', field = '', place, within = ''] =
        /^(nodes\.\d+(?:\.translations\.[\w-]+)?)\.(\w+)(?:\.(\d+))?(.*)$/.exec(fault.path) ?? []
      const found = emails.get(at)
      if (found === undefined) return fault
      const { node, expanded } = found
      if (expanded.whole !== undefined && node[field] === undefined)
        return inPiece(fault, `${at}.piece`, expanded.whole)
      const origin = field === 'blocks' && place !== undefined ? expanded.origins[Number(place)] : undefined
      if (origin === undefined) return fault
      const path = `${at}.blocks.${origin.index}`
      if (origin.piece !== undefined) return inPiece(fault, path, origin.piece)
      const message = fault.message.replace(`"blocks.${place}.`, `"blocks.${origin.index}.`)
      return { ...fault, path: `${path}${within}`, message }
    },
  }
}

/** Where in the piece it is, the sentence says; a line of it is no line of the document. */
const inPiece = (
  { line: _line, column: _column, ...fault }: Fault,
  path: string,
  piece: KnownPiece,
): Fault => ({
  ...fault,
  path,
  message: `In the saved piece "${piece.name}": ${fault.message}`,
})

/** A step as it runs, with the versions of the pieces that it was made of. */
export type ExpandedEmail = NodeOf<'send_email'> & {
  readonly piece_versions?: Readonly<Record<string, number>>
}

/** The steps of a published version as they run now. */
export const expandNodes = (nodes: readonly WorkflowNode[], pieces: KnownPieces): WorkflowNode[] =>
  nodes.map(node => {
    if (node.type !== 'send_email') return node
    return withTranslations(runnable(node, pieces), given => runnable(given, pieces)) as ExpandedEmail
  })

function runnable(email: Record<string, unknown>, pieces: KnownPieces): Record<string, unknown> {
  const { node, taken } = expandEmail(email, pieces)
  if (taken.length === 0) return email
  return { ...node, piece_versions: Object.fromEntries(taken.map(({ key, version }) => [key, version])) }
}

/** A step with each of its translations changed; `at` is where that is in the step. */
function withTranslations(
  email: Record<string, unknown>,
  change: (translation: Record<string, unknown>, at: string) => Record<string, unknown>,
): Record<string, unknown> {
  const { translations } = email
  if (!isRecord(translations)) return email
  const changed = Object.entries(translations).map(([language, given]) => [
    language,
    isRecord(given) ? change(given, `translations.${language}`) : given,
  ])
  return { ...email, translations: Object.fromEntries(changed) }
}

/** The keys that the steps of a published version name. */
export const pieceKeys = (nodes: readonly WorkflowNode[]): string[] => [
  ...new Set(pieceReferences({ nodes }).map(({ key }) => key)),
]

interface Origin {
  /** Of the block in the document. */
  readonly index: number
  readonly piece?: KnownPiece
}

interface ExpandedNode {
  readonly node: Record<string, unknown>
  /** The piece that it is, but for what the step says itself. */
  readonly whole?: KnownPiece
  readonly origins: readonly Origin[]
  readonly taken: readonly KnownPiece[]
}

/** A reference to what is not there stays. */
function expandEmail(email: Record<string, unknown>, pieces: KnownPieces): ExpandedNode {
  const whole = typeof email.piece === 'string' ? pieces.get(email.piece) : undefined
  const hasOwn = email.blocks !== undefined || email.html !== undefined || email.text !== undefined
  if (whole?.kind === 'email' && !hasOwn) {
    const { piece: _piece, ...step } = email
    return { node: { ...whole.content, ...step }, whole, origins: [], taken: [whole] }
  }
  const origins: Origin[] = []
  const taken: KnownPiece[] = []
  const blocks = blocksOf(email).flatMap((block, index): readonly unknown[] => {
    const key = keyOf(block)
    const piece = key === undefined ? undefined : pieces.get(key)
    if (piece?.kind !== 'blocks') {
      origins.push({ index })
      return [block]
    }
    taken.push(piece)
    for (const _ of piece.content.blocks) origins.push({ index, piece })
    return piece.content.blocks
  })
  return { node: taken.length === 0 ? email : { ...email, blocks }, origins, taken }
}

interface EmailPlace {
  /** What has the texts: a step, or one of its translations. */
  readonly node: Record<string, unknown>
  /** Of the step. */
  readonly id: unknown
  readonly path: string
}

function emailsIn(document: unknown): EmailPlace[] {
  const nodes = isRecord(document) ? document.nodes : undefined
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: unknown, index) =>
    isRecord(node) && node.type === 'send_email' ? textsOf(node, `nodes.${index}`) : [],
  )
}

function textsOf(node: Record<string, unknown>, path: string): EmailPlace[] {
  const { id, translations } = node
  const others = isRecord(translations) ? Object.entries(translations) : []
  return [
    { node, id, path },
    ...others.flatMap(([language, given]) =>
      isRecord(given) ? [{ node: given, id, path: `${path}.translations.${language}` }] : [],
    ),
  ]
}

const blocksOf = ({ blocks }: Record<string, unknown>): unknown[] => (Array.isArray(blocks) ? blocks : [])

const keyOf = (block: unknown): string | undefined =>
  isRecord(block) && block.type === 'piece' && typeof block.piece === 'string' ? block.piece : undefined
