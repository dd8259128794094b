import { type ReactNode, useId } from 'react'
import type { Failure } from '../../api/answer.ts'
import styles from './Form.module.css'

export interface ControlProps {
  label: string
  /** The field's name in the request, by which the server names it. */
  name: string
  note?: ReactNode
  failure?: Failure | undefined
}

export interface Wired {
  id: string
  name: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, the control, a note, and the faults. */
export function Control({
  label,
  name,
  note,
  failure,
  children,
}: ControlProps & { children(wired: Wired): ReactNode }) {
  const id = useId()
  const faults = faultsOf(failure, name)
  const described = [note && `${id}-note`, faults.length > 0 && `${id}-faults`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        className: styles.input,
        'aria-describedby': described || undefined,
        'aria-invalid': faults.length > 0 || undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
      {faults.length > 0 && (
        <p id={`${id}-faults`} className={styles.fault}>
          {faults.map(fault => inSentence(label, fault)).join(' ')}
        </p>
      )}
    </div>
  )
}

/** Some faults are whole sentences; the others continue after the name of the field. */
export const inSentence = (label: string, fault: string): string =>
  /^\p{Lu}.*\.$/su.test(fault) ? fault : `${label} ${fault}.`

/** Includes the faults of its items: `serials.2` belongs to `serials`. */
export function faultsOf(failure: Failure | undefined, name: string): string[] {
  return Object.entries(failure?.errors ?? {})
    .filter(([path]) => path === name || path.startsWith(`${name}.`))
    .flatMap(([, faults]) => faults)
}
