import type { PreviewRequest } from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useRef, useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { previewTemplate } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TemplateEditor, type TemplateEditorHandle } from '../../../features/template/TemplateEditor.tsx'
import { InsertValue } from '../../../features/workflow/InsertValue.tsx'
import { useValues } from '../../../features/workflow/use-values.ts'
import { rich, t } from '../../../language/words.ts'
import styles from './TemplateField.module.css'

export interface TemplateFieldProps {
  label: string
  value: string
  onChange(value: string): void
  channel: PreviewRequest['channel']
  workflowId: string
  short?: boolean
  locked: boolean
  faults: readonly string[]
  note?: string
  document: WorkflowDefinition
  /** Of the text, where it is a translation. */
  language?: string | undefined
}

/** Written for machines: values stand in them as they are written. */
const code: readonly PreviewRequest['channel'][] = ['html', 'json']

/** A Liquid template, with its variables and a preview. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, value, onChange, channel, workflowId, short = false, locked, faults, note, document } = props
  const inLanguage = props.language === undefined ? {} : { language: props.language }
  const editor = useRef<TemplateEditorHandle>(null)
  const values = useValues(document)
  const [rendered, setRendered] = useState<string>()
  const preview = useSubmit(
    () => previewTemplate({ text: value, channel, workflow_id: workflowId, ...inLanguage }),
    answer =>
      setRendered(
        answer.text ?? answer.faults.map(fault => t`Line ${fault.line}: ${fault.message}`).join('\n'),
      ),
  )
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <TemplateEditor
        ref={editor}
        label={label}
        value={value}
        onChange={onChange}
        kind={code.includes(channel) ? 'code' : short ? 'line' : 'text'}
        values={values}
        locked={locked}
        invalid={faults.length > 0}
      />
      {note && <p className={styles.note}>{note}</p>}
      {faults.length > 0 && (
        <p role="status" className={styles.fault}>
          {faults.join(' ')}
        </p>
      )}
      <div className={styles.tools}>
        {!locked && (
          <InsertValue
            label={label}
            className={styles.insert}
            values={values}
            onInsert={text => editor.current?.insert(text)}
          />
        )}
        <Button quiet busy={preview.busy} onClick={preview.submit}>
          {rich`Preview${<span className="visually-hidden"> {label}</span>}`}
        </Button>
      </div>
      <FailureNote failure={preview.failure} />
      {rendered !== undefined && (
        <CodeBlock wrap label={t`Preview of ${label}`} heading={t`For an invented guest`} text={rendered} />
      )}
    </div>
  )
}
