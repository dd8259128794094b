import { storedUuid } from '@millrace/contract/common'
import { hasMoreValues, MOST_VALUES } from '#base/count-values.ts'
import { storableText } from '#channels/storable.ts'

/** What others send may be anything, and it is parsed to find its signature. undefined: it is not JSON, or too much of it. */
export function parseJson(bytes: Buffer | string): unknown {
  const text = bytes.toString()
  if (hasMoreValues(text, MOST_VALUES)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const LONGEST_NOTE = 300

/** What the provider said, in one line. */
export function noteOf(...parts: unknown[]): string | null {
  const said = parts.flatMap(part => textOf(part) ?? [])
  const line = storableText(said.join(' ')).replace(/\s+/gu, ' ').trim()
  return line.slice(0, LONGEST_NOTE).toWellFormed() || null
}

/** Our id of a message, from its Message-ID or from what the provider was asked to give back; undefined for another's. */
export function messageIdOf(...texts: unknown[]): string | undefined {
  for (const text of texts) {
    const id = OURS.exec(textOf(text) ?? '')?.[1]
    if (id !== undefined) return id.toLowerCase()
  }
  return undefined
}

const OURS = new RegExp(`^<?(${storedUuid})(?:@[^<>\\s]*>?)?$`, 'i')
