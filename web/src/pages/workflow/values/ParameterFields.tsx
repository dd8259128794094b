import type { Scalar } from '@millrace/contract/condition'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { toScalar, toTyped } from '../condition/fields.ts'
import { Rows } from '../../../components/form/Rows.tsx'
import { JsonField } from './JsonField.tsx'
import { learntInWords, useLearnt } from './learnt.ts'

type Values = Record<string, Scalar>
type Entry = readonly [key: string, value: Scalar]

export interface ParameterFieldsProps {
  /** What one of them is called. */
  what: string
  /** What their names are called. */
  keyLabel?: string
  /** Whose parameters they are: what it has sent so far is offered. Absent: nobody's. */
  source?: string | null
  value: Values
  onChange(value: Values): void
}

const MOST = 100

/** Names with their values: those that the source is known to send, others, or all of them as JSON. */
export function ParameterFields({ what, keyLabel = 'Name', source, value, onChange }: ParameterFieldsProps) {
  const learnt = useLearnt(source)
  const [asJson, setAsJson] = useState(false)
  const [entries, setEntries] = useEntries(value, onChange)
  const known = new Set(learnt.map(({ key }) => key))
  const typedOf = (key: string) => toTyped(entries.find(entry => entry[0] === key)?.[1])
  const isOther = ([key]: Entry) => !known.has(key)
  const put = (key: string, typed: string) => {
    const others = entries.filter(entry => entry[0] !== key)
    setEntries(typed === '' ? others : [...others, [key, toScalar(typed)]])
  }
  if (asJson) {
    return (
      <>
        <JsonField label={`${what}s, as JSON`} value={value} onChange={onChange} />
        <div>
          <Button quiet onClick={() => setAsJson(false)}>
            As a form
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
          note={learntInWords(field)}
          value={typedOf(field.key)}
          onChange={typed => put(field.key, typed)}
        />
      ))}
      <Rows<Entry>
        what={what}
        rows={entries.filter(isOther)}
        fewest={0}
        most={MOST}
        fresh={() => ['', '']}
        onChange={others => setEntries([...entries.filter(entry => !isOther(entry)), ...others])}
      >
        {([key, scalar], change) => (
          <>
            <TextField
              label={keyLabel}
              name="key"
              maxLength={100}
              value={key}
              onChange={name => change([name, scalar])}
            />
            <TextField
              label="Value"
              name="value"
              note="Numbers, true and false are what they look like; in quotes they are texts."
              value={toTyped(scalar)}
              onChange={typed => change([key, toScalar(typed)])}
            />
          </>
        )}
      </Rows>
      <div>
        <Button quiet onClick={() => setAsJson(true)}>
          As JSON<span className="visually-hidden">: {`${what.toLowerCase()}s`}</span>
        </Button>
      </div>
    </>
  )
}

/** While names are typed two may be the same, or empty: the list has them all, the value those that count. */
function useEntries(value: Values, onChange: (value: Values) => void) {
  const [entries, setEntries] = useState<readonly Entry[]>(() => Object.entries(value))
  useEffect(() => {
    setEntries(before => (isSame(toValues(before), value) ? before : Object.entries(value)))
  }, [value])
  const set = (next: readonly Entry[]) => {
    setEntries(next)
    onChange(toValues(next))
  }
  return [entries, set] as const
}

const toValues = (entries: readonly Entry[]): Values =>
  Object.fromEntries(entries.filter(([key]) => key !== ''))

const isSame = (a: Values, b: Values) => JSON.stringify(a) === JSON.stringify(b)
