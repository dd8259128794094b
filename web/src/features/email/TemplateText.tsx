import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useRef } from 'react'
import { t } from '../../language/words.ts'
import { type Selected, toggleList, wrap } from '../template/selected.ts'
import { TemplateEditor, type TemplateEditorHandle } from '../template/TemplateEditor.tsx'
import { InsertValue } from '../workflow/InsertValue.tsx'
import { useValues } from '../workflow/use-values.ts'
import styles from './EmailEditor.module.css'

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

const kinds = { line: 'line', markdown: 'text', html: 'code' } as const

/** A text of a block. Values and marks go where the cursor is. */
export function TemplateText(props: TemplateTextProps) {
  const { label, value, document, faults, maxLength, kind, onChange } = props
  const editor = useRef<TemplateEditorHandle>(null)
  const values = useValues(document)
  return (
    <div className={styles.text}>
      <div className={styles.textHead}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        {kind === 'markdown' &&
          marks.map(mark => (
            <button
              key={mark.name}
              type="button"
              className={styles.mark}
              aria-label={mark.name}
              title={mark.name}
              onClick={() => editor.current?.change(mark.change)}
            >
              {mark.shown}
            </button>
          ))}
        <InsertValue
          label={label}
          className={styles.insert}
          values={values}
          onInsert={text => editor.current?.insert(text)}
        />
      </div>
      <TemplateEditor
        ref={editor}
        label={label}
        value={value}
        onChange={onChange}
        kind={kinds[kind]}
        values={values}
        invalid={faults.length > 0}
        maxLength={maxLength}
      />
      {faults.length > 0 && (
        <p role="status" className={styles.fault}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  )
}
