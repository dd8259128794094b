import { useId } from 'react'
import styles from './CheckField.module.css'

export interface CheckFieldProps {
  label: string
  value: boolean
  onChange(value: boolean): void
  note?: string
}

export function CheckField({ label, value, onChange, note }: CheckFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <input
        id={id}
        type="checkbox"
        checked={value}
        aria-describedby={note && `${id}-note`}
        onChange={event => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {note && <p id={`${id}-note`}>{note}</p>}
    </div>
  )
}
