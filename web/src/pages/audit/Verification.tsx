import type { AuditVerdict } from '@millrace/contract/member'
import { useState } from 'react'
import { verifyAudit } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './Verification.module.css'

/** The button, and below it what the last verification found. */
export function useVerification() {
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const { busy, failure, submit } = useSubmit(verifyAudit, setVerdict)
  return {
    button: (
      <Button quiet busy={busy} onClick={submit}>
        {t`Verify`}
      </Button>
    ),
    result: (
      <div className={styles.result} aria-live="polite">
        {failure && <FailureNote failure={failure} />}
        {verdict && !failure && <Verdict verdict={verdict} />}
      </div>
    ),
  }
}

function Verdict({ verdict: { entries, unsigned, head, faults } }: { verdict: AuditVerdict }) {
  if (faults.length > 0) {
    return (
      <Note tone="bad">
        <p>{t`The audit log was changed outside Millrace. Find out who can write to its database.`}</p>
        <ul>
          {faults.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </Note>
    )
  }
  return (
    <Note tone="good">
      <p>
        {rich`${entries === 1 ? t`1 entry` : t`${entries} entries`}, none changed or removed.`}
        {unsigned > 0 && t` ${unsigned} are from before the log had a key.`}
      </p>
      {head && (
        <p>{rich`The last entry is number ${head.sequence}, with the hash ${<code>{head.hash}</code>}.`}</p>
      )}
    </Note>
  )
}
