import type { Fault } from './fault.ts'

/** An error from TypeBox. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

/** The errors of a schema in plain words, one for each field. */
export function plainFaults(errors: readonly SchemaError[], base: string): Fault[] {
  return [...plainProblems(errors, base)].map(([path, problem]) => {
    const field = path.slice(path.lastIndexOf('.') + 1)
    return { path, message: `The field "${field}" ${problem}.` }
  })
}

/** The same without naming the field, by its path. */
export function plainProblems(errors: readonly SchemaError[], base: string): Map<string, string> {
  const problems = new Map<string, string>()
  const choices = new Map<string, unknown[]>()
  const types = new Map<string, string[]>()
  const alternatives = new Map<string, string[]>()
  for (const error of errors) {
    const path = join(base, error.instancePath)
    const params = error.params as Record<string, unknown>
    if (error.keyword === 'const') {
      choices.set(path, [...(choices.get(path) ?? []), params.allowedValue])
    } else if (error.keyword === 'enum') {
      choices.set(path, params.allowedValues as unknown[])
    } else if (error.keyword === 'type') {
      types.set(path, [...(types.get(path) ?? []), typeWords[String(params.type)] ?? String(params.type)])
    } else if (error.keyword === 'required' && /\/anyOf\/\d+$/.test(error.schemaPath)) {
      const names = (params.requiredProperties as string[]).join(' and ')
      alternatives.set(path, [...(alternatives.get(path) ?? []), names])
    } else if (error.keyword === 'required') {
      for (const name of params.requiredProperties as string[]) add(`${path}.${name}`, 'is missing')
    } else if (error.keyword === 'additionalProperties') {
      for (const name of params.additionalProperties as string[])
        add(`${path}.${name}`, 'is not a known field here')
    } else if (error.keyword !== 'boolean' && error.keyword !== 'anyOf') {
      add(path, words(error.keyword, params, path) ?? error.message)
    }
  }
  for (const [path, names] of alternatives) add(path, `needs ${names.join(' or ')}`)
  for (const [path, values] of choices)
    add(path, `must be ${values.map(value => String(value)).join(' or ')}`)
  // "None of the types" is reported for a field of several types only if no other fault was found in it.
  for (const [path, names] of types) add(path, `must be ${[...new Set(names)].join(' or ')}`)
  return problems

  function add(path: string, problem: string): void {
    const trimmed = path.replace(/^\./, '')
    if (!problems.has(trimmed)) problems.set(trimmed, problem)
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

/** By the field that has the pattern; all others are ids of nodes. */
const patternWords: Readonly<Record<string, string>> = {
  time: 'must be a time of day such as 09:30',
  from: 'must be a time of day such as 09:30',
  to: 'must be a time of day such as 09:30',
  key: 'must begin with a lowercase letter and have only lowercase letters, digits and underscores, at most 50 characters',
  field:
    'must be name, email, phone, email_consent, sms_consent, do_not_contact, or attributes. and a key of 1 to 100 characters',
  workflow: 'needs a workflow: choose one, or give its id',
  'broadcast.segment': 'needs a segment: choose one, or give its id',
  'segment.id': 'needs a segment: choose one, or give its id',
  notify: 'must be an e-mail address',
}

function words(keyword: string, params: Record<string, unknown>, path: string): string | undefined {
  switch (keyword) {
    case 'minLength':
      return 'must not be empty'
    case 'maxLength':
      return `may have at most ${params.limit} characters`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'minItems':
      return `needs at least ${params.limit}`
    case 'maxItems':
      return `may have at most ${params.limit}`
    case 'uniqueItems':
      return 'has an entry twice'
    case 'pattern':
      return (
        patternWords[lastOf(path, 2)] ??
        patternWords[lastOf(path, 1)] ??
        'has characters that are not allowed; letters, digits, _ and - are'
      )
    case 'format':
      return params.format === 'date'
        ? 'must be a date such as 2026-12-24'
        : 'must be a date and time such as 2026-03-01T09:00:00Z'
    default:
      return undefined
  }
}

const lastOf = (path: string, names: number) => path.split('.').slice(-names).join('.')

function join(base: string, pointer: string): string {
  return `${base}${pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}`
}
