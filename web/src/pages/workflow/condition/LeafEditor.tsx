import type { Leaf, Operator, Scalar } from '@millrace/contract/condition'
import { IconButton } from '../../../components/IconButton.tsx'
import { toScalar, toTyped } from '../values/typed-scalar.ts'
import styles from './ConditionEditor.module.css'
import { FieldPicker } from './FieldPicker.tsx'
import { needsList, needsNoValue, operatorsFor } from './fields.ts'

export interface LeafEditorProps {
  label: string
  leaf: Leaf
  onChange(leaf: Leaf | undefined): void
}

/** One comparison: a field, an operator and a value. */
export function LeafEditor({ label, leaf, onChange }: LeafEditorProps) {
  const list = needsList(leaf.operator)
  return (
    <div className={styles.leaf}>
      <FieldPicker label={label} value={leaf.field} onChange={field => onChange({ ...leaf, field })} />
      <select
        aria-label={`${label}: comparison`}
        className={needsNoValue(leaf.operator) ? styles.whole : undefined}
        value={leaf.operator}
        onChange={event => onChange(withOperator(leaf, event.target.value as Operator))}
      >
        {operatorsFor(leaf.field, leaf.operator).map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {!needsNoValue(leaf.operator) && (
        <input
          aria-label={`${label}: value`}
          placeholder={list ? 'several, with commas' : 'value'}
          value={typedOf(leaf.value)}
          onChange={event =>
            onChange({
              ...leaf,
              value: list
                ? event.target.value.split(',').map(one => toScalar(one.trim()))
                : toScalar(event.target.value),
            })
          }
        />
      )}
      <IconButton danger icon="close" label={`Remove ${label}`} onClick={() => onChange(undefined)} />
    </div>
  )
}

const typedOf = (value: Leaf['value']): string =>
  Array.isArray(value) ? value.map(toTyped).join(', ') : toTyped(value)

/** The value takes the shape that the comparison needs. */
function withOperator({ field, value }: Leaf, operator: Operator): Leaf {
  if (needsNoValue(operator)) return { field, operator }
  const first: Scalar = Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
  return { field, operator, value: needsList(operator) ? (Array.isArray(value) ? value : [first]) : first }
}
