import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { MemberName } from '../../../features/member/MemberName.tsx'
import { rich, t } from '../../../language/words.ts'
import styles from './SavingStatus.module.css'
import type { Draft, Saving } from './use-draft.ts'

const words: Record<Exclude<Saving['state'], 'failed'>, string> = {
  saved: t`Saved`,
  unsaved: t`Not saved yet`,
  saving: t`Saving…`,
  conflict: t`Not saved: someone else changed this draft`,
}

/** Whether the draft is saved. */
export function SavingStatus({ saving }: { saving: Saving }) {
  return (
    <span role="status" className={styles.note} data-state={saving.state}>
      {saving.state === 'failed' ? t`Not saved: ${saving.failure.message}` : words[saving.state]}
    </span>
  )
}

/** Two people have edited the same draft. Neither loses anything. */
export function ConflictDialog({ draft }: { draft: Draft }) {
  const { saving, settle } = draft
  if (saving.state !== 'conflict') return null
  const { saved_by, saved_at } = saving.current
  return (
    <Dialog title={t`Someone else changed this draft`} onClose={() => settle('theirs')}>
      <p>
        {rich`${saved_by ? <MemberName email={saved_by} /> : t`Someone`} saved it${saved_at && <> </>}`}
        {rich`${saved_at && <Time at={saved_at} />} after you opened it. Your changes are still here, but not saved.`}
      </p>
      <p>{t`If you use their version, Undo brings yours back. If you keep yours, it replaces theirs.`}</p>
      <div className={styles.choices}>
        <Button onClick={() => settle('theirs')}>{t`Use theirs`}</Button>
        <Button quiet onClick={() => settle('mine')}>
          {t`Keep mine`}
        </Button>
      </div>
    </Dialog>
  )
}
