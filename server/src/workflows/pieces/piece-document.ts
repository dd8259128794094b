import type { PieceKind } from '@millrace/contract/dashboard/pieces'
import { isRecord } from '../record.ts'

/**
 * A workflow that sends a piece and nothing else, so that its shape, templates and links are checked as those of any
 * e-mail. It has the variables that the piece reads: whether the workflows that use it have them is checked there.
 */
export function pieceDocument(kind: PieceKind, content: Record<string, unknown>): Record<string, unknown> {
  // Among blocks, the subject is that of the e-mail around them.
  const { subject = kind === 'blocks' ? 'A subject' : undefined, ...rest } = content
  const keys = new Set(textsIn(content).flatMap(variablesIn))
  return {
    trigger: { source: null },
    variables: [...keys].slice(0, 100).map(key => ({ key, value: null })),
    start: 'piece',
    nodes: [
      {
        ...rest,
        id: 'piece',
        type: 'send_email',
        ...(subject === undefined ? {} : { subject }),
        next: 'end',
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
}

const variablesIn = (text: string) =>
  [...text.matchAll(/\bworkflow\.variables\.([a-z][a-z0-9_]{0,49})/g)].map(([, key]) => key as string)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}
