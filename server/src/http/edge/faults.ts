import { limitPattern } from '@millrace/contract/common'
import { uuidPattern } from '@millrace/contract/uuid-pattern'
import type { FastifySchemaValidationError } from 'fastify'
import { nearest } from '#base/nearest.ts'
import type { Faults } from '../refusal.ts'

/** What Ajv adds: the name of a property, where the error is about that, and the schema that was broken. */
type ValidationError = FastifySchemaValidationError & {
  propertyName?: string
  parentSchema?: object
}

/** Nobody reads more, and a body of 64 KiB can have 30,000: to list them all would hold the process. */
const MOST_FIELDS = 100
const isFull = (faults: Faults) => Object.keys(faults).length >= MOST_FIELDS

/** Turns what the validator found into sentences by field. Input is never repeated beyond a field's name. */
export function faultsOf(errors: readonly ValidationError[], context: string, faults: Faults = {}): Faults {
  for (const error of errors) {
    if (isFull(faults)) break
    const sentence = context === 'querystring' ? queryFault(error) : sentenceOf(error)
    if (sentence !== undefined) addFault(faults, pathOf(error, context), sentence)
  }
  return faults
}

export function addFault(faults: Faults, path: string, sentence: string): void {
  // The path may be "__proto__": only an own property is a list of ours.
  if (Object.hasOwn(faults, path)) (faults[path] as string[]).push(sentence)
  else if (!isFull(faults))
    Object.defineProperty(faults, path, { value: [sentence], enumerable: true, configurable: true })
}

function pathOf(error: ValidationError, context: string): string {
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const params = error.params as Record<string, string | undefined>
  const inside = params.missingProperty ?? params.additionalProperty ?? error.propertyName
  if (inside) at.push(inside)
  return at.map(shortened).join('.') || context
}

export const shortened = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

/** Parameters are always text, so one that is no string was given several times. */
function queryFault(error: ValidationError): string | undefined {
  const { keyword, params, parentSchema } = error
  if (keyword === 'type') return 'must be given once'
  if (keyword !== 'additionalProperties') return sentenceOf(error)
  const { properties = {} } = parentSchema as { readonly properties?: object }
  const known = Object.keys(properties)
  return `is not a parameter of this address${didYouMean(params.additionalProperty as string, known)}`
}

function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  if (meant !== undefined) return `. Did you mean ${meant}?`
  return known.length === 0 ? ', which takes none' : `, which takes ${known.join(', ')}`
}

function sentenceOf({ keyword, params, propertyName }: ValidationError): string | undefined {
  const limit = params.limit as number
  if (propertyName !== undefined && keyword === 'minLength') return 'has a key that is empty'
  if (propertyName !== undefined && keyword === 'maxLength')
    return `has a name of more than ${limit} characters`
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${types(params.type as string | string[])}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`
    case 'maxItems':
      return `must have at most ${limit} entries`
    case 'maxProperties':
      return `must have at most ${limit} keys`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${params.allowedValue}`
    case 'additionalProperties':
      return 'is not a field of this request'
    case 'pattern':
      return forms[params.pattern as string] ?? formOf(params.pattern as string)
    case 'format':
      return `must be a ${params.format}`
    // The keyword that is broken inside of it is reported too, and says more.
    case 'propertyNames':
      return undefined
    default:
      return 'is not valid'
  }
}

/** What the patterns of the contract stand for. */
const forms: Record<string, string> = {
  [uuidPattern]: 'must be a UUID',
  [limitPattern]: 'must be a whole number from 1 to 100',
}

/** A filter that takes several words is a pattern too; see `severalOf` of the contract. */
function formOf(pattern: string): string {
  const words = /^\^\(([a-z_|]+)\)\(,\(/.exec(pattern)?.[1]
  if (words === undefined) return 'does not have the right form'
  return `must be one of ${words.replaceAll('|', ', ')}, or several with commas between them`
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function types(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : type.split(',')).map(name => articles[name] ?? name)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] as string)
}
