import { parseSync } from 'vite'

/** A part of a source file, as the parser of the bundler gives it. */
export interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

export function parse(source: string, file: string): Part {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program as unknown as Part
}

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && typeof (value as Part).type === 'string'

/** What it is made of, in the order of the source. */
export const partsOf = (part: Part): Part[] =>
  Object.values(part)
    .flatMap(value => (Array.isArray(value) ? value.filter(isPart) : isPart(value) ? [value] : []))
    .sort((a, b) => a.start - b.start)

/** What is written between the values of a template. */
export const quasisOf = (template: Part): string[] =>
  (template['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)

export const expressionsOf = (template: Part): Part[] => template['expressions'] as Part[]

export const nameOf = (part: unknown): string => {
  if (!isPart(part)) return ''
  if (part.type === 'MemberExpression') return nameOf(part['property'])
  return typeof part['name'] === 'string' ? part['name'] : ''
}
