import { type ReactNode, useId } from 'react'
import { t } from '../../language/words.ts'
import styles from './CodeField.module.css'

export interface CodeFieldProps {
  label: string
  value: string
  onChange(value: string): void
  /** Hidden while typed, and not offered for saving. */
  secret?: boolean
  required?: boolean
  note?: ReactNode
  /** The permitted values; empty: any. */
  choices?: readonly string[]
}

/** A field for a value of a request: an id, a token, a parameter. */
export function CodeField({ label, value, onChange, secret, required, note, choices = [] }: CodeFieldProps) {
  const id = useId()
  const shared = {
    id,
    value,
    required,
    className: styles.input,
    'aria-describedby': note ? `${id}-note` : undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && <span className={styles.required}>{t`required`}</span>}
      </label>
      {choices.length > 0 ? (
        <select {...shared} onChange={event => onChange(event.target.value)}>
          <option value="">{t`not sent`}</option>
          {choices.map(choice => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => onChange(event.target.value)}
        />
      )}
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  )
}
