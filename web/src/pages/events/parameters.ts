import type { ParameterValue } from '@millrace/contract/event'
import type { SourceField } from '@millrace/contract/source'
import { isNumber, rowOf, type ScalarRow, scalarOf } from '../../components/form/scalar-row.ts'
import { t } from '../../language/words.ts'

/** The rows as they are sent, and what is wrong with them by the path that a refusal of the server would have. */
export function readParameters(rows: readonly ScalarRow[]): {
  readonly parameters: Readonly<Record<string, ParameterValue>>
  readonly faults: Readonly<Record<string, string[]>>
} {
  const faults: Record<string, string[]> = {}
  const named = rows.filter(({ key, text }) => key !== '' || text !== '')
  for (const [place, { key, kind, text }] of named.entries()) {
    if (key === '') faults['parameters.'] = [t`needs a name`]
    else if (key === 'source') faults['parameters.source'] = [t`has a separate field above`]
    else if (named.findIndex(row => row.key === key) < place) faults[`parameters.${key}`] = [t`appears twice`]
    else if (kind === 'number' && !isNumber(text)) faults[`parameters.${key}`] = [t`must be a number`]
  }
  // Entries become own fields, whatever they are called.
  return { parameters: Object.fromEntries(named.map(row => [row.key, scalarOf(row)])), faults }
}

/** What a source usually sends: each key with the type it mostly has. */
export const rowsOf = (fields: readonly SourceField[]): ScalarRow[] =>
  fields
    .filter(({ key }) => key !== 'source')
    .map(({ key, types }) => {
      const { type, example } = types.toSorted((a, b) => b.seen - a.seen)[0] ?? nothingSeen
      return { key, ...asTyped[type], ...(example === null ? {} : { text: String(example) }) }
    })

const nothingSeen = { type: 'text', example: null } as const
const asTyped = {
  text: { kind: 'text', text: '' },
  number: { kind: 'number', text: '' },
  boolean: { kind: 'boolean', text: 'true' },
  null: { kind: 'nothing', text: '' },
} as const

/** The parameters of an event as rows, for a copy of it. */
export const rowsLike = (parameters: Readonly<Record<string, unknown>>): ScalarRow[] =>
  Object.entries(parameters)
    .filter(([key]) => key !== 'source')
    .map(([key, value]) => rowOf(key, value))
