import type { Piece, PieceContent } from '@millrace/contract/dashboard/pieces'
import type { Sql } from '#db/sql.ts'
import { isSame } from '../description/field-changes.ts'
import { breakages, contentFaults } from './piece-faults.ts'
import type { PieceFile } from './piece-file.ts'
import { changePiece, createPiece, InvalidPiece, readPiece } from './pieces.ts'

export interface SavedFile {
  readonly piece: Piece
  readonly result: 'created' | 'changed' | 'unchanged'
}

/** Makes the piece of a file that with its key. Throws InvalidPiece, PieceNotConfirmed or PieceConflict. */
export async function savePieceFile(
  tx: Sql,
  organisationId: string,
  { key, name, kind, content: given }: PieceFile,
  { actor, confirm_transactional }: { readonly actor: string; readonly confirm_transactional: boolean },
): Promise<SavedFile> {
  const before = await readPiece(tx, organisationId, key)
  if (before !== undefined && before.kind !== kind)
    throw new InvalidPiece([
      { path: 'kind', message: `The piece "${key}" is of the kind ${before.kind}, which cannot change.` },
    ])
  const own = await contentFaults(kind, given, {})
  if (own.length > 0) throw new InvalidPiece(own)
  const content = given as unknown as PieceContent
  if (before === undefined)
    return {
      piece: await createPiece(tx, organisationId, { key, name, kind, content }, actor),
      result: 'created',
    }
  const hasChanged = !isSame(before.content, content)
  if (!hasChanged && before.name === name) return { piece: before, result: 'unchanged' }
  const broken = hasChanged ? await breakages(tx, organisationId, key, content, {}) : []
  if (broken.length > 0) throw new InvalidPiece(broken)
  const change = {
    name,
    content: hasChanged ? content : undefined,
    version: before.version,
    confirm_transactional,
  }
  const piece = await changePiece(tx, organisationId, key, change, actor)
  return { piece: piece as Piece, result: 'changed' }
}
