import {
  NewPiece,
  PieceAnswer,
  PieceChange,
  PieceList,
  PieceRestore,
  PieceVersionList,
} from '../../dashboard/pieces.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

const forViewers = { access: 'member', role: 'viewer' } as const
const forEditors = { access: 'member', role: 'editor' } as const

export const listPieces = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/pieces',
  summary: 'Saved pieces, by name, with where they are used',
  answers: { 200: PieceList },
})

export const createPiece = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/pieces',
  heavy: true,
  summary: 'Save blocks or a whole e-mail for reuse',
  body: NewPiece,
  answers: { 201: PieceAnswer },
})

export const readPiece = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/pieces/:key',
  summary: 'One saved piece, with its content',
  answers: { 200: PieceAnswer },
})

export const changePiece = operation({
  ...forEditors,
  method: 'PATCH',
  path: '/dashboard/api/pieces/:key',
  heavy: true,
  summary: 'Change a saved piece',
  description:
    'A new content is a new version, which guests get at once wherever the piece is used. It is refused if it would break one of ' +
    'these workflows.',
  body: PieceChange,
  answers: { 200: PieceAnswer },
})

export const deletePiece = operation({
  ...forEditors,
  method: 'DELETE',
  path: '/dashboard/api/pieces/:key',
  summary: 'Delete a saved piece that nothing uses',
  answers: { 200: Message },
})

export const listPieceVersions = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/pieces/:key/versions',
  summary: 'The versions of a saved piece, the newest first, at most 200',
  answers: { 200: PieceVersionList },
})

export const restorePiece = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/pieces/:key/restore',
  heavy: true,
  summary: 'Make an earlier version the newest',
  description: 'Its content becomes a new version, with the same checks as any change.',
  body: PieceRestore,
  answers: { 200: PieceAnswer },
})
