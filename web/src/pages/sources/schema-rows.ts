import type { SourceField, SourcePage, SourceReader } from '@millrace/contract/source'
import { t } from '../../language/words.ts'

/** One key of a source: what comes under it, and who reads it. */
export interface SchemaRow {
  readonly key: string
  /** undefined: it is read by a workflow, but was never sent. */
  readonly field: SourceField | undefined
  readonly readers: readonly SourceReader[]
}

/** All keys that are sent or read, sent ones first. */
export function schemaRows({ fields, readers }: Pick<SourcePage, 'fields' | 'readers'>): SchemaRow[] {
  const byKey = Map.groupBy(readers, ({ key }) => key)
  const known = new Set(fields.map(({ key }) => key))
  return [
    ...fields.map(field => ({ key: field.key, field, readers: byKey.get(field.key) ?? [] })),
    ...[...byKey]
      .filter(([key]) => !known.has(key))
      .map(([key, reading]) => ({ key, field: undefined, readers: reading })),
  ]
}

const typeNames = { text: 'text', number: 'number', boolean: t`yes or no`, null: 'empty' } as const
export const typeInWords = (type: keyof typeof typeNames): string => typeNames[type]

/** Texts are not kept as examples: they may be personal data. */
export const examplesOf = (field: SourceField): string[] =>
  field.types
    .filter(({ type, example }) => type !== 'null' && example !== null)
    .map(({ example }) => (typeof example === 'boolean' ? (example ? t`yes` : t`no`) : String(example)))

export function shareInWords(share: number): string {
  const percent = Math.round(share * 100)
  if (share >= 1) return 'all'
  return percent === 0 ? t`under 1%` : `${percent}%`
}
