import type { Piece, PieceContent, PieceKind } from '@millrace/contract/dashboard/pieces'
import type { Sql } from '#db/sql.ts'
import { breakages, contentFaults } from '#workflows/pieces/piece-faults.ts'
import {
  InvalidPiece,
  PieceConflict,
  PieceInUse,
  PieceNotConfirmed,
  readPiece,
} from '#workflows/pieces/pieces.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { addFault } from './faults.ts'

/** The result of a change of a piece, or why there is none. */
export async function changedPiece<Result>(change: Promise<Result | undefined>): Promise<Result> {
  try {
    const result = await change
    if (result === undefined) throw new Refusal('piece_not_found')
    return result
  } catch (error) {
    if (error instanceof PieceInUse) throw new Refusal('piece_in_use', { message: error.message })
    if (error instanceof PieceNotConfirmed)
      throw new Refusal('class_not_confirmed', { errors: { confirm_transactional: [error.message] } })
    if (error instanceof PieceConflict) throw new Refusal('piece_conflict', { message: error.message })
    if (!(error instanceof InvalidPiece)) throw error
    const errors: Faults = {}
    for (const { path, message } of error.faults) addFault(errors, path, message)
    throw new Refusal('validation_failed', { errors })
  }
}

/** Throws a refusal if there is none. */
export const requirePiece = (sql: Sql, organisationId: string, key: string): Promise<Piece> =>
  changedPiece(readPiece(sql, organisationId, key))

/** Content that can be saved, as a new piece or over one that is used. `sql` keeps no connection while it is checked. */
export async function checkedContent(
  sql: Sql,
  checks: DocumentChecks,
  organisationId: string,
  { kind, key }: { readonly kind: PieceKind; readonly key?: string },
  given: Record<string, unknown>,
): Promise<PieceContent> {
  const own = await contentFaults(kind, given, checks)
  // Without faults it is one.
  const content = given as unknown as PieceContent
  const faults =
    own.length > 0 || key === undefined ? own : await breakages(sql, organisationId, key, content, checks)
  if (faults.length > 0) return changedPiece(Promise.reject(new InvalidPiece(faults)))
  return content
}
