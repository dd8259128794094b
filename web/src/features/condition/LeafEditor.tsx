import type { Leaf, Operator } from '@millrace/contract/condition'
import { type ReactNode, useContext } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { t } from '../../language/words.ts'
import { ComparedValue } from './ComparedValue.tsx'
import styles from './ConditionEditor.module.css'
import { isInline, operatorsFor } from './comparisons.ts'
import { ConditionFormContext } from './condition-form.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { withField, withOperator } from './with-operator.ts'

export interface LeafEditorProps {
  label: string
  leaf: Leaf
  onChange(leaf: Leaf | undefined): void
  /** What it takes beyond that. */
  children?: ReactNode
}

/** One comparison: a field, an operator and what it is compared with. */
export function LeafEditor({ label, leaf, onChange, children }: LeafEditorProps) {
  const { comparesMore } = useContext(ConditionFormContext)
  const { plain, dates } = operatorsFor(leaf.field, leaf.operator)
  return (
    <div className={styles.leaf}>
      <FieldPicker label={label} value={leaf.field} onChange={field => onChange(withField(leaf, field))} />
      <select
        aria-label={t`${label}: comparison`}
        className={isInline(leaf) ? undefined : styles.whole}
        value={leaf.operator}
        onChange={event => onChange(withOperator(leaf, event.target.value as Operator))}
      >
        <Options choices={plain} />
        {comparesMore && dates.length > 0 && (
          <optgroup label={t`Dates and times`}>
            <Options choices={dates} />
          </optgroup>
        )}
      </select>
      <ComparedValue label={label} leaf={leaf} onChange={onChange} />
      {children}
      <IconButton danger icon="close" label={t`Remove ${label}`} onClick={() => onChange(undefined)} />
    </div>
  )
}

const Options = ({ choices }: { choices: readonly { value: Operator; label: string }[] }) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
