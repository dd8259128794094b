import type { ParameterValue } from '@millrace/contract/event'
import type { SourceField } from '@millrace/contract/source'

export type ParameterType = 'text' | 'number' | 'boolean' | 'null'

/** One parameter as it is being typed. */
export interface ParameterRow {
  readonly key: string
  readonly type: ParameterType
  readonly value: string
}

export const freshRow: ParameterRow = { key: '', type: 'text', value: '' }

/** The rows as they are sent, and what is wrong with them by the path that a refusal of the server would have. */
export function readParameters(rows: readonly ParameterRow[]): {
  readonly parameters: Readonly<Record<string, ParameterValue>>
  readonly faults: Readonly<Record<string, string[]>>
} {
  const faults: Record<string, string[]> = {}
  const named = rows.filter(({ key, value }) => key !== '' || value !== '')
  for (const [place, { key, type, value }] of named.entries()) {
    if (key === '') faults['parameters.'] = ['needs a name']
    else if (key === 'source') faults['parameters.source'] = ['has a field of its own above']
    else if (named.findIndex(row => row.key === key) < place) faults[`parameters.${key}`] = ['is there twice']
    else if (type === 'number' && !isNumber(value)) faults[`parameters.${key}`] = ['must be a number']
  }
  // Entries become own fields, whatever they are called.
  return { parameters: Object.fromEntries(named.map(row => [row.key, valueOf(row)])), faults }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

function valueOf({ type, value }: ParameterRow): ParameterValue {
  if (type === 'null') return null
  if (type === 'number') return Number(value)
  return type === 'boolean' ? value === 'true' : value
}

/** What a source usually sends: each key with the type it mostly has. */
export const rowsOf = (fields: readonly SourceField[]): ParameterRow[] =>
  fields
    .filter(({ key }) => key !== 'source')
    .map(({ key, types }) => {
      const { type, example } = types.toSorted((a, b) => b.seen - a.seen)[0] ?? {
        type: 'text',
        example: null,
      }
      const usual = type === 'boolean' ? 'true' : ''
      return { key, type, value: example === null ? usual : String(example) }
    })

/** The same parameters as rows, for one that is to be like another. */
export const rowsLike = (parameters: Readonly<Record<string, unknown>>): ParameterRow[] =>
  Object.entries(parameters)
    .filter(([key]) => key !== 'source')
    .map(([key, value]) => ({ key, type: typeOf(value), value: value === null ? '' : String(value) }))

function typeOf(value: unknown): ParameterType {
  if (value === null) return 'null'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}
