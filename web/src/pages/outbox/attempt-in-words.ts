import { t } from '../../language/words.ts'

const LONGEST = 500

/**
 * What is stored of an attempt, in a sentence. A failed one has our message, with the receiver's answer inside
 * `detail`; one that went through is the answer itself.
 */
export function inWords(kept: Readonly<Record<string, unknown>>): string {
  const answer = isRecord(kept.detail) ? kept.detail : kept
  const status = typeof answer.status === 'number' ? t`answered ${answer.status}` : ''
  const response = typeof answer.response === 'string' ? answer.response.trim().slice(0, LONGEST) : ''
  const said = [status, response].filter(Boolean).join(': ')
  const message = typeof kept.message === 'string' ? kept.message : ''
  const through = typeof answer.through === 'string' ? `Through "${answer.through}".` : ''
  const unsure = answer.uncertain === true ? t`It may have been taken, so no other provider is given it.` : ''
  const own = [message, said && (message === '' ? said : `(${said})`)].filter(Boolean).join(' ')
  return [...beforeInWords(answer.before), own, unsure, through].filter(Boolean).join(' ')
}

/** The providers that could not be given it in the same attempt. */
const beforeInWords = (before: unknown): string[] =>
  (Array.isArray(before) ? before : [])
    .filter(isRecord)
    .map(({ through, message }) => t`"${String(through)}" failed: ${String(message)}`)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
