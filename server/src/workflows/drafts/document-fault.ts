import { LARGEST_DOCUMENT } from '@millrace/contract/workflow-management'
import { isRecord } from '../record.ts'

/** Twice as deep as conditions may be nested, and far from exhausting the stack. */
const DEEPEST = 100

/** Why a document cannot be stored as a draft, whatever its meaning; undefined when it can. */
export function documentFault(document: unknown): string | undefined {
  if (!isRecord(document)) return 'A draft is a JSON object.'
  let level: unknown[] = [document]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return `A draft may be nested ${DEEPEST} deep, and no deeper.`
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string' && !isStorable(value)) return UNSTORABLE
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value) && !Object.keys(value).every(isStorable)) return UNSTORABLE
      for (const part of Object.values(value)) next.push(part)
    }
    level = next
  }
  const size = Buffer.byteLength(JSON.stringify(document))
  if (size > LARGEST_DOCUMENT) return `A draft may have ${LARGEST_DOCUMENT} bytes; this one has ${size}.`
  return undefined
}

const UNSTORABLE =
  'A text in the draft has a character that cannot be stored: a null, or half of a character.'
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
