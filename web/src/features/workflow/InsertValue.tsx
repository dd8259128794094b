import { useState } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import type { Option } from '../../components/form/option.ts'
import { t } from '../../language/words.ts'

export interface InsertValueProps {
  /** Of the field that it is inserted into. */
  label: string
  className: string | undefined
  values: readonly Option[]
  onInsert(text: string): void
}

/** A choice of the values that a template can show, narrowed while one types. */
export function InsertValue({ label, className, values, onInsert }: InsertValueProps) {
  const [typed, setTyped] = useState('')
  return (
    <Combobox
      {...(className === undefined ? {} : { className })}
      aria-label={t`Insert into ${label}`}
      placeholder={t`Insert…`}
      text={typed}
      options={values}
      onText={setTyped}
      onBlur={() => setTyped('')}
      onChoose={({ value }) => {
        setTyped('')
        onInsert(`{{ ${value} }}`)
      }}
    />
  )
}
