import type { Behind } from '../../api/behind.ts'
import { dateFormat } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import styles from './BehindNote.module.css'

export interface BehindNoteProps {
  behind: Behind | undefined
  /** It is no list but figures. */
  figures: true | undefined
}

// A few seconds ago, the reader's clock is what they compare it with: in their time zone.
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'long' })

/** That what is shown is not the newest, with the exact time on hover; nothing when it is current. */
export function BehindNote({ behind, figures }: BehindNoteProps) {
  if (behind === undefined) return null
  const { seconds, asOf } = behind
  return (
    <p className={styles.behind}>
      <time dateTime={asOf} title={exact.format(Date.parse(asOf))}>
        {figures
          ? t`These figures are ${seconds} seconds behind.`
          : t`This list is ${seconds} seconds behind.`}
      </time>
    </p>
  )
}
