import type { Fault } from './fault.ts'

/** What TypeBox tells of a fault. */
interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

/** The errors of a schema in plain words, one for each field. */
export function plainFaults(errors: readonly SchemaError[], base: string): Fault[] {
  const faults = new Map<string, Fault>()
  const choices = new Map<string, unknown[]>()
  for (const error of errors) {
    const path = join(base, error.instancePath)
    const params = error.params as Record<string, unknown>
    if (error.keyword === 'const') {
      choices.set(path, [...(choices.get(path) ?? []), params.allowedValue])
    } else if (error.keyword === 'enum') {
      choices.set(path, params.allowedValues as unknown[])
    } else if (error.keyword === 'required') {
      for (const name of params.requiredProperties as string[]) add(`${path}.${name}`, 'is missing')
    } else if (error.keyword === 'additionalProperties') {
      for (const name of params.additionalProperties as string[])
        add(`${path}.${name}`, 'is not a known field here')
    } else if (error.keyword !== 'boolean' && error.keyword !== 'anyOf') {
      add(path, words(error.keyword, params) ?? error.message)
    }
  }
  for (const [path, values] of choices)
    add(path, `must be ${values.map(value => String(value)).join(' or ')}`)
  return [...faults.values()]

  function add(path: string, problem: string): void {
    const trimmed = path.replace(/^\./, '')
    if (faults.has(trimmed)) return
    const field = trimmed.slice(trimmed.lastIndexOf('.') + 1)
    faults.set(trimmed, { path: trimmed, message: `The field "${field}" ${problem}.` })
  }
}

function words(keyword: string, params: Record<string, unknown>): string | undefined {
  switch (keyword) {
    case 'type':
      return `must be ${({ string: 'text', integer: 'a whole number', number: 'a number', array: 'a list', object: 'an object', boolean: 'true or false', null: 'empty' })[String(params.type)] ?? params.type}`
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
    case 'pattern':
      return 'has characters that are not allowed; letters, digits, _ and - are'
    case 'format':
      return 'must be a date and time such as 2026-03-01T09:00:00Z'
    default:
      return undefined
  }
}

function join(base: string, pointer: string): string {
  return `${base}${pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}`
}
