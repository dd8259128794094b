import type { Scalar } from '@millrace/contract/condition'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ScalarRows } from '../../../components/form/ScalarRows.tsx'
import { rowOf, type ScalarRow, scalarOf, valuesOf } from '../../../components/form/scalar-row.ts'
import { TextField } from '../../../components/form/TextField.tsx'
import { toScalar, toTyped } from '../../../features/condition/typed-scalar.ts'
import { sourceFieldInWords, useSourceFields } from '../../../features/source/source-fields.ts'
import { rich, t } from '../../../language/words.ts'
import { JsonField } from './JsonField.tsx'

type Values = Record<string, Scalar>

export interface ParameterFieldsProps {
  /** What one of them is called. */
  what: string
  /** What their names are called. */
  keyLabel?: string
  longestKey?: number
  /** The source, whose known parameters are offered. Absent: none. */
  source?: string | null
  value: Values
  onChange(value: Values): void
}

const MOST = 100

/** Names with values: the known ones of the source, others, or all of them as JSON. */
export function ParameterFields(props: ParameterFieldsProps) {
  const { what, keyLabel, longestKey = 100, source, value, onChange } = props
  const learnt = useSourceFields(source)
  const [asJson, setAsJson] = useState(false)
  const [rows, setRows] = useRows(value, onChange)
  const known = new Set(learnt.map(({ key }) => key))
  const isOther = ({ key }: ScalarRow) => !known.has(key)
  const typedOf = (key: string) => {
    const row = rows.find(one => one.key === key)
    return row === undefined ? '' : toTyped(scalarOf(row))
  }
  const put = (key: string, typed: string) => {
    const others = rows.filter(row => row.key !== key)
    setRows(typed === '' ? others : [...others, rowOf(key, toScalar(typed))])
  }
  if (asJson) {
    return (
      <>
        <JsonField label={t`${what}s, as JSON`} value={value} onChange={onChange} />
        <div>
          <Button quiet onClick={() => setAsJson(false)}>
            {t`As a form`}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      {learnt.map(field => (
        <TextField
          key={field.key}
          label={field.key}
          name={field.key}
          note={sourceFieldInWords(field)}
          value={typedOf(field.key)}
          onChange={typed => put(field.key, typed)}
        />
      ))}
      <ScalarRows
        what={what}
        most={MOST}
        within={what}
        longestKey={longestKey}
        {...(keyLabel === undefined ? {} : { keyLabel })}
        nullable
        rows={rows.filter(isOther)}
        onChange={others => setRows([...rows.filter(row => !isOther(row)), ...others])}
      />
      <div>
        <Button quiet onClick={() => setAsJson(true)}>
          {rich`As JSON${<span className="visually-hidden">: {`${what.toLowerCase()}s`}</span>}`}
        </Button>
      </div>
    </>
  )
}

/** While typed, names may be empty or equal: the rows keep all of them, the value the valid ones. */
function useRows(value: Values, onChange: (value: Values) => void) {
  const [rows, setRows] = useState(() => toRows(value))
  useEffect(() => {
    setRows(before => (isSame(toValues(before), value) ? before : toRows(value)))
  }, [value])
  const set = (next: readonly ScalarRow[]) => {
    setRows(next)
    onChange(toValues(next))
  }
  return [rows, set] as const
}

const toRows = (values: Values): readonly ScalarRow[] =>
  Object.entries(values).map(([key, value]) => rowOf(key, value))

const toValues = (rows: readonly ScalarRow[]): Values => Object.fromEntries(valuesOf(rows))

const isSame = (a: Values, b: Values) => JSON.stringify(a) === JSON.stringify(b)
