import { isUtf8 } from 'node:buffer'
import type { DeliveryProblem } from '@millrace/contract/connection-mapping'
import { MOST_VALUES } from '#base/count-values.ts'

/** How the body of a delivery is written. */
export type Format = 'json' | 'form' | 'cloudevents'

/** A delivery as paths look at it. */
export interface Document {
  readonly content: unknown
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export type Reading =
  | { readonly kind: 'read'; readonly document: Document }
  | { readonly kind: 'problem'; readonly problem: DeliveryProblem }

const DEEPEST = 64

export function readDocument(
  format: Format,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Reading {
  if (!isUtf8(body)) return { kind: 'problem', problem: 'not_utf8' }
  const text = body.toString()
  const content = format === 'form' ? readForm(text) : readJson(text)
  if (content === undefined)
    return { kind: 'problem', problem: format === 'form' ? 'not_a_form' : 'not_json' }
  const problem = tooMuch(content)
  if (problem !== undefined) return { kind: 'problem', problem }
  const read = format === 'cloudevents' ? { events: asEvents(content, headers) } : content
  return { kind: 'read', document: { content: read, headers } }
}

/** A number with more digits than JavaScript keeps is an id: it stays what it is, as a text. */
function readJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && losesDigits(context.source, value)
      ? context.source
      : value
  try {
    return JSON.parse(
      text,
      /\d{16}/.test(text) ? (keepDigits as Parameters<typeof JSON.parse>[1]) : undefined,
    )
  } catch {
    return undefined
  }
}

const losesDigits = (source: string, value: number): boolean =>
  /^-?\d+$/.test(source) && !Number.isSafeInteger(value)

/** A name that is given several times is a list. */
function readForm(text: string): unknown {
  const form: Record<string, string | string[]> = Object.create(null)
  const fields = new URLSearchParams(text)
  if (fields.size === 0) return undefined
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name)
    form[name] = values.length === 1 ? (values[0] as string) : values
  }
  return form
}

/**
 * CloudEvents 1.0, HTTP protocol binding: in structured mode the body is the event, in batched mode a list of them, and in
 * binary mode the body is its data and the attributes are headers with ce- in front.
 */
function asEvents(content: unknown, headers: Readonly<Record<string, string>>): unknown[] {
  const type = (headers['content-type'] ?? '').toLowerCase()
  if (type.startsWith('application/cloudevents-batch')) return Array.isArray(content) ? content : [content]
  if (type.startsWith('application/cloudevents')) return [content]
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith('ce-'))
    .map(([name, value]) => [name.slice('ce-'.length), decodeAttribute(value)])
  return [{ ...Object.fromEntries(attributes), data: content }]
}

/** Section 3.1.3.2: characters beyond ASCII are percent-encoded. */
function decodeAttribute(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Without recursion: the depth is what is being looked for. */
function tooMuch(content: unknown): DeliveryProblem | undefined {
  let values = 0
  let level: unknown[] = [content]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return 'too_deep'
    values += level.length
    if (values > MOST_VALUES) return 'too_many_values'
    level = level.flatMap(one => (one !== null && typeof one === 'object' ? Object.values(one) : []))
  }
  return undefined
}
