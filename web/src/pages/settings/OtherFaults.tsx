import type { Failure } from '../../api/answer.ts'
import styles from './OtherFaults.module.css'

/** Faults of fields that are not in this form. `own` are the paths of those that are. */
export function OtherFaults({ own, failure }: { own: readonly string[]; failure: Failure | undefined }) {
  const others = Object.entries(failure?.errors ?? {}).filter(
    ([path]) => !own.some(name => path === name || path.startsWith(`${name}.`)),
  )
  if (others.length === 0) return null
  return (
    <ul className={styles.faults}>
      {others.map(([path, faults]) => (
        <li key={path}>{`${inWords(path)}: ${faults.join(' ')}`}</li>
      ))}
    </ul>
  )
}

const inWords = (path: string) => path.replace(/^settings\./, '').replaceAll(/[._]/g, ' ')
