import { say } from './say.ts'

/** Values in sentences for people, the same on the server, in the dashboard and on the command line. */

/** The names people use for what a document refers to by id or serial. */
export interface Names {
  readonly venues?: ReadonlyMap<string, string>
  readonly workflows?: ReadonlyMap<string, string>
  readonly segments?: ReadonlyMap<string, string>
  readonly topics?: ReadonlyMap<string, string>
}

export const venueInWords = (serial: string, { venues }: Names): string => venues?.get(serial) ?? serial
export const workflowInWords = (id: string, { workflows }: Names): string => quoted(workflows?.get(id) ?? id)
export const segmentInWords = (id: string, { segments }: Names): string => quoted(segments?.get(id) ?? id)
export const topicInWords = (id: string, { topics }: Names): string => quoted(topics?.get(id) ?? id)

const LONGEST = 60

export const quoted = (text: string): string => `"${shortened(text)}"`

/** On one line, and short enough to read at a glance. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`
}

type Value = string | number | boolean | null

export function valueInWords(value: Value): string {
  if (value === null) return say`nothing`
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** Turns a clause into a sentence. */
export const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

/** "a, b or c". */
export function listInWords(entries: readonly string[], last: 'and' | 'or'): string {
  if (entries.length < 2) return entries.join('')
  const before = entries.slice(0, -1).join(', ')
  return last === 'and' ? say`${before} and ${entries.at(-1)}` : say`${before} or ${entries.at(-1)}`
}

/** One value, or several. An empty list has no words. */
export function valuesInWords(value: Value | readonly Value[], last: 'and' | 'or'): string {
  return Array.isArray(value) ? listInWords(value.map(valueInWords), last) : valueInWords(value as Value)
}
