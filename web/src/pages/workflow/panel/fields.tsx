import { useEffect, useState } from 'react'
import { Control } from '../../../components/form/Control.tsx'
import { TextField } from '../../../components/form/TextField.tsx'

/** A text that may be absent: empty is absent. */
export function OptionalText({
  label,
  value,
  onChange,
  note,
}: {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
  note?: string
}) {
  return (
    <TextField
      label={label}
      name={label}
      value={value ?? ''}
      note={note}
      onChange={text => onChange(text === '' ? undefined : text)}
    />
  )
}

/** A text of several lines. */
export function LongText({
  label,
  value,
  maxLength,
  onChange,
}: {
  label: string
  value: string
  maxLength: number
  onChange(value: string): void
}) {
  return (
    <Control label={label} name={label}>
      {wired => (
        <textarea
          {...wired}
          rows={3}
          maxLength={maxLength}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Control>
  )
}

export function NumberField({
  label,
  value,
  decimals = false,
  onChange,
}: {
  label: string
  value: number
  decimals?: boolean
  onChange(value: number): void
}) {
  const [typed, setTyped] = useState(String(value))
  const toNumber = decimals ? toAnyNumber : toWholeNumber
  // The text may not be a number yet; a change from outside, as by undo, replaces it.
  useEffect(
    () => setTyped(before => (toNumber(before) === value ? before : String(value))),
    [value, toNumber],
  )
  return (
    <TextField
      label={label}
      name={label}
      inputMode={decimals ? 'decimal' : 'numeric'}
      value={typed}
      onChange={text => {
        setTyped(text)
        onChange(toNumber(text))
      }}
    />
  )
}

const toWholeNumber = (text: string) => Number.parseInt(text, 10) || 0
const toAnyNumber = (text: string) => Number.parseFloat(text) || 0

/** Texts separated by commas; an empty list is absent. */
export function ListField({
  label,
  value = [],
  onChange,
  note,
}: {
  label: string
  value?: readonly string[] | undefined
  onChange(value: string[] | undefined): void
  note: string
}) {
  const joined = value.join(', ')
  const [typed, setTyped] = useState(joined)
  useEffect(() => setTyped(before => (toList(before).join(', ') === joined ? before : joined)), [joined])
  return (
    <TextField
      label={label}
      name={label}
      value={typed}
      note={note}
      onChange={text => {
        setTyped(text)
        const list = toList(text)
        onChange(list.length === 0 ? undefined : list)
      }}
    />
  )
}

const toList = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** The value without its undefined fields: the contract knows absent fields only. */
export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
