import { NewPiece, type Piece } from '@millrace/contract/dashboard/pieces'
import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import { isRecord } from '../record.ts'
import { plainFaults } from '../validation/plain-faults.ts'

/** A piece as a file. Its content may be invalid. */
export interface PieceFile extends Pick<Piece, 'key' | 'name' | 'kind'> {
  readonly content: Record<string, unknown>
}

const FORMAT = 1
const Frame = Type.Object(
  { ...NewPiece.properties, key: Type.String(), millrace_piece: Type.Literal(FORMAT) },
  { additionalProperties: false },
)

export const writePieceFile = ({ key, name, kind, content }: Piece): string => {
  const { subject, preview, blocks } = content
  const file = { millrace_piece: FORMAT, key, name, kind, content: { subject, preview, blocks } }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Reads a file from writePieceFile or from a person. */
export function parsePieceFile(text: string): { readonly file: PieceFile } | { readonly fault: string } {
  let value: unknown
  try {
    // Some editors put a byte order mark before the text.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { fault: 'It is not JSON.' }
  }
  if (!isRecord(value) || !Object.hasOwn(value, 'millrace_piece'))
    return {
      fault:
        'It is no file of a saved piece: a JSON object with "millrace_piece": 1, key, name, kind and content.',
    }
  const faults = plainFaults(Errors(Frame, value), '')
  if (faults.length > 0) return { fault: faults.map(({ message }) => message).join(' ') }
  const { key, name, kind, content } = value as unknown as PieceFile
  return { file: { key, name, kind, content } }
}
