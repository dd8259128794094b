import type { Scalar } from '@millrace/contract/condition'
import { useEffect, useState } from 'react'
import { Control } from '../../../components/form/Control.tsx'
import { readFlatJson } from './flat-json.ts'

export interface JsonFieldProps {
  label: string
  value: Record<string, Scalar>
  onChange(value: Record<string, Scalar>): void
}

/** An object of scalar values as JSON. Invalid input shows its fault and changes nothing. */
export function JsonField({ label, value, onChange }: JsonFieldProps) {
  const written = write(value)
  const [text, setText] = useState(written)
  // A change from outside replaces the text; equal values leave it alone.
  useEffect(
    () => setText(before => (write(readFlatJson(before).value) === written ? before : written)),
    [written],
  )
  const { fault } = readFlatJson(text)
  return (
    <Control label={label} name="json" note={fault && <span role="status">{fault}</span>}>
      {wired => (
        <textarea
          {...wired}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.target.value)
            const read = readFlatJson(event.target.value)
            if (read.fault === undefined) onChange(read.value)
          }}
        />
      )}
    </Control>
  )
}

const write = (value: Record<string, Scalar> | undefined) => JSON.stringify(value, null, 2)
