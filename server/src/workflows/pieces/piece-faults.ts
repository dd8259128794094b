import type { PieceContent, PieceKind } from '@millrace/contract/dashboard/pieces'
import type { Sql } from '#db/sql.ts'
import { documentFault } from '../drafts/document-fault.ts'
import type { Fault } from '../validation/fault.ts'
import { type DocumentChecks, validateAside } from '../validation/validate-aside.ts'
import { type KnownPiece, type KnownPieces, pieceReferences } from './expand-pieces.ts'
import { pieceDocument } from './piece-document.ts'
import { readPieces } from './piece-rows.ts'
import { readUsing, stepName, type UsingDocument } from './piece-uses.ts'
import { validateExpanded } from './validate-expanded.ts'

const fields: Readonly<Record<PieceKind, readonly string[]>> = {
  blocks: ['blocks'],
  email: ['subject', 'preview', 'blocks'],
}

/** Everything that is wrong with the content of a piece by itself. `content` is a PieceContent when nothing is. */
export async function contentFaults(
  kind: PieceKind,
  content: Record<string, unknown>,
  checks: DocumentChecks,
): Promise<Fault[]> {
  const unknown = Object.keys(content).filter(field => !fields[kind].includes(field))
  if (unknown.length > 0)
    return unknown.map(field => ({
      path: `content.${field}`,
      message:
        kind === 'blocks' && fields.email.includes(field)
          ? 'Blocks have no subject and no preview text: those are of the e-mail around them.'
          : `The field "${field}" is not a known field here.`,
    }))
  const unstorable = documentFault(content)
  if (unstorable !== undefined) return [{ path: 'content', message: unstorable }]
  const document = pieceDocument(kind, content)
  const [nested] = pieceReferences(document)
  if (nested !== undefined)
    return [
      {
        path: nested.path.replace('nodes.0.', 'content.').replace(/\.piece$/, ''),
        message: 'A piece contains no other piece. Put its blocks here instead.',
      },
    ]
  const { faults } = await validateAside(document, checks, { outbound: false })
  return faults.map(({ message, path }) => ({ path: path.replace('nodes.0.', 'content.'), message }))
}

/**
 * What a new content would break in workflows that send the piece: a value that one of them does not have, a second
 * question, an answer that is waited for. What was wrong before is not its fault. `sql` keeps no connection meanwhile.
 */
export async function breakages(
  sql: Sql,
  organisationId: string,
  key: string,
  content: PieceContent,
  checks: DocumentChecks,
): Promise<Fault[]> {
  const using = (await readUsing(sql, organisationId)).filter(
    ({ live, document }) => live && pieceReferences(document).some(reference => reference.key === key),
  )
  if (using.length === 0) return []
  const before: KnownPieces = new Map((await readPieces(sql, organisationId)).map(row => [row.key, row]))
  const after = new Map(before).set(key, { ...(before.get(key) as KnownPiece), content })
  const found: Fault[] = []
  for (const use of using) {
    const had = new Set((await faultsOf(use, before, checks)).map(({ message }) => message))
    for (const { message, node } of await faultsOf(use, after, checks)) {
      if (had.has(message)) continue
      const step = node === undefined ? '' : `, step ${stepName(use.document, node)}`
      found.push({ path: 'content', message: `In the workflow "${use.workflow_name}"${step}: ${message}` })
    }
  }
  return found
}

const faultsOf = async ({ document }: UsingDocument, pieces: KnownPieces, checks: DocumentChecks) =>
  (await validateExpanded(document, pieces, checks, { outbound: false })).faults
