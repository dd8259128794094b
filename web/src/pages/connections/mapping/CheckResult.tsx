import type { MappingCheck } from '@millrace/contract/dashboard/connections'
import { Note } from '../../../components/Note.tsx'
import { t } from '../../../language/words.ts'
import { checkInWords } from './check-in-words.ts'
import styles from './mapping.module.css'

export function CheckResult({ check }: { check: MappingCheck }) {
  const { sum, none } = checkInWords(check)
  const isGood = none.length === 0 && check.deliveries > 0
  return (
    <>
      <Note tone={isGood ? 'good' : 'warn'}>{sum}</Note>
      {none.length > 0 && (
        <ul className={styles.reasons}>
          {none.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {check.identity_changes && (
        <Note tone="warn">
          {t`Events are recognised by something else than before. A thing that made an event already, and comes in a new delivery, can make another one. A repair after saving prevents this for what is stored.`}
        </Note>
      )}
    </>
  )
}
