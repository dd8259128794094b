import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useContext, useState } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import { t } from '../../language/words.ts'
import { InsertableContext } from './insertable.ts'
import { variablesOf } from './variables.ts'

export interface InsertValueProps {
  /** Of the field that it is inserted into. */
  label: string
  className: string | undefined
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>
  onInsert(text: string): void
}

/** A choice of the values that a template can show, narrowed while one types. */
export function InsertValue({ label, className, document, onInsert }: InsertValueProps) {
  const insertable = useContext(InsertableContext)
  const [typed, setTyped] = useState('')
  return (
    <Combobox
      {...(className === undefined ? {} : { className })}
      aria-label={t`Insert into ${label}`}
      placeholder={t`Insert…`}
      text={typed}
      options={variablesOf(document, insertable)}
      onText={setTyped}
      onBlur={() => setTyped('')}
      onChoose={({ value }) => {
        setTyped('')
        onInsert(`{{ ${value} }}`)
      }}
    />
  )
}
