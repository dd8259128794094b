import type { Failure } from '../../../api/answer.ts'
import { faultsOf } from '../../../components/form/Control.tsx'
import { t } from '../../../language/words.ts'
import { type MappingField, valueInWords } from './fields.ts'
import styles from './mapping.module.css'

/** The list of a delivery is chosen like a field, although it is a path alone. */
export const LIST = 'each'

export interface FieldListProps {
  fields: readonly MappingField[]
  each: string | undefined
  chosen: string
  onChoose(name: string): void
  failure: Failure | undefined
}

/** What belongs to a value is said at it: what a condition compares it with, or which states count. */
const faultsAt = (failure: Failure | undefined, name: string): string[] => [
  ...faultsOf(failure, `mapping.${name.replace(/\.value$/, '')}`),
  ...(name === 'became.state' ? faultsOf(failure, 'mapping.became.one_of') : []),
]

/** What a mapping takes from a delivery: one is chosen, and then pointed at. */
export function FieldList({ fields, each, chosen, onChoose, failure }: FieldListProps) {
  const rows = [
    { name: LIST, label: t`List of items`, words: each ?? t`not set: a delivery makes one event` },
    ...fields.map(({ name, label, value }) => ({ name, label, words: valueInWords(value) })),
  ]
  return (
    <ul className={styles.fields} aria-label={t`Fields`}>
      {rows.map(({ name, label, words }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.field}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <span className={styles.label}>{label}</span>
            <span className={styles.words}>{words}</span>
          </button>
          {faultsAt(failure, name).map(fault => (
            <p key={fault} className={styles.fault}>{`${label} ${fault}.`}</p>
          ))}
        </li>
      ))}
    </ul>
  )
}
