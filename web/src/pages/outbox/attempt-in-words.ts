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
  return [message, said && (message === '' ? said : `(${said})`)].filter(Boolean).join(' ')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
