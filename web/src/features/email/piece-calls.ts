import type { PieceContent } from '@millrace/contract/dashboard/pieces'
import { type EmailBlock, isPieceKey, type WrittenBlock } from '@millrace/contract/email-blocks'
import * as pieces from '@millrace/contract/operations/dashboard/pieces'
import type { Body } from '@millrace/contract/operations/operation'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'

export const piecesKey = ['pieces']
export const pieceKey = (key: string) => ['piece', key]

/** All saved pieces, by name, without their content. */
export const usePieces = () =>
  useQuery({
    queryKey: piecesKey,
    queryFn: ({ signal }) => asked(call(pieces.listPieces, { signal })).then(({ data }) => data),
  })

const readPiece = (key: string, signal?: AbortSignal) =>
  asked(call(pieces.readPiece, { params: { key }, ...(signal && { signal }) })).then(({ piece }) => piece)

/** With its content. */
export const usePiece = (key: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: pieceKey(key),
    queryFn: ({ signal }) => readPiece(key, signal),
    enabled,
  })

/** The same for a key in a draft, which may be what no piece can be called: that is not asked for. */
export const useNamedPiece = (key: string) => usePiece(key, { enabled: isPieceKey(key) })

export const usePieceVersions = (key: string) =>
  useQuery({
    queryKey: [...pieceKey(key), 'versions'],
    queryFn: ({ signal }) =>
      asked(call(pieces.listPieceVersions, { params: { key }, signal })).then(({ data }) => data),
  })

export const createPiece = (body: Body<typeof pieces.createPiece>) => call(pieces.createPiece, { body })
export const changePiece = (key: string, body: Body<typeof pieces.changePiece>) =>
  call(pieces.changePiece, { params: { key }, body })
/** By a person who was shown where it is used. */
export const restorePiece = (key: string, version: number) =>
  call(pieces.restorePiece, { params: { key }, body: { version, confirm_transactional: true } })
export const deletePiece = (key: string) => call(pieces.deletePiece, { params: { key } })

/** As a request has it. */
export const givenContent = (content: PieceContent): Record<string, unknown> => ({ ...content })

/** With the blocks of the pieces among them, because a piece contains no other. Throws if one cannot be read. */
export async function writtenOut(blocks: readonly EmailBlock[]): Promise<WrittenBlock[]> {
  const parts = await Promise.all(
    blocks.map(async block =>
      block.type === 'piece' ? (await readPiece(block.piece)).content.blocks : [block],
    ),
  )
  return parts.flat()
}
