import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useId, useRef } from 'react'
import { t } from '../../language/words.ts'
import { InsertValue } from '../workflow/InsertValue.tsx'
import styles from './EmailEditor.module.css'
import { insertInto, type Selected, toggleList, wrap } from './insert-into.ts'

export interface TemplateTextProps {
  label: string
  value: string
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>
  faults: readonly string[]
  maxLength: number
  /** One line, several with buttons for bold, italic, links and lists, or several without. */
  kind: 'line' | 'markdown' | 'html'
  onChange(value: string): void
}

const marks = [
  { name: t`Bold`, shown: <strong>B</strong>, change: (selected: Selected) => wrap(selected, '**') },
  { name: t`Italic`, shown: <em>I</em>, change: (selected: Selected) => wrap(selected, '*') },
  { name: t`Link`, shown: t`Link`, change: (selected: Selected) => wrap(selected, '[', '](https://)') },
  { name: t`List`, shown: t`List`, change: toggleList },
] as const

/** A text of a block. Values and marks go where the cursor is. */
export function TemplateText(props: TemplateTextProps) {
  const { label, value, document, faults, maxLength, kind, onChange } = props
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const id = useId()

  function change(by: (selected: Selected) => Selected) {
    const input = field.current
    if (input === null) return
    const { selectionStart, selectionEnd } = input
    const next = by({
      text: value,
      from: selectionStart ?? value.length,
      to: selectionEnd ?? value.length,
    })
    onChange(next.text)
    // After React has put the text there.
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(next.from, next.to)
    })
  }

  const wired = {
    ref: field,
    id,
    value,
    maxLength,
    'aria-describedby': faults.length > 0 ? `${id}-faults` : undefined,
    'aria-invalid': faults.length > 0 || undefined,
  } as const
  return (
    <div className={styles.text}>
      <div className={styles.textHead}>
        <label htmlFor={id}>{label}</label>
        {kind === 'markdown' &&
          marks.map(mark => (
            <button
              key={mark.name}
              type="button"
              className={styles.mark}
              aria-label={mark.name}
              title={mark.name}
              onClick={() => change(mark.change)}
            >
              {mark.shown}
            </button>
          ))}
        <InsertValue
          label={label}
          className={styles.insert}
          document={document}
          onInsert={text => change(selected => insertInto(selected, text))}
        />
      </div>
      {kind === 'line' ? (
        <input
          {...wired}
          autoComplete="off"
          className={styles.input}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...wired}
          rows={4}
          className={styles.area}
          onChange={event => onChange(event.target.value)}
        />
      )}
      {faults.length > 0 && (
        <p id={`${id}-faults`} className={styles.fault}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  )
}
