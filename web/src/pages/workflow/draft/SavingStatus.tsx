import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Time } from '../../../components/time/Time.tsx'
import styles from './SavingStatus.module.css'
import type { Draft, Saving } from './use-draft.ts'

const words: Record<Exclude<Saving['state'], 'failed'>, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  conflict: 'Not saved: someone else changed this draft',
}

/** Whether the draft is saved. */
export function SavingStatus({ saving }: { saving: Saving }) {
  return (
    <span role="status" className={styles.note} data-state={saving.state}>
      {saving.state === 'failed' ? `Not saved: ${saving.failure.message}` : words[saving.state]}
    </span>
  )
}

/** Two people have edited the same draft. Neither loses anything. */
export function ConflictDialog({ draft }: { draft: Draft }) {
  const { saving, settle } = draft
  if (saving.state !== 'conflict') return null
  const { saved_by, saved_at } = saving.current
  return (
    <Dialog title="Someone else changed this draft" onClose={() => settle('theirs')}>
      <p>
        {saved_by ?? 'Someone'} saved it{saved_at && <> </>}
        {saved_at && <Time at={saved_at} />} after you opened it. Your changes are still here, but not saved.
      </p>
      <p>If you use their version, Undo brings yours back. If you keep yours, it replaces theirs.</p>
      <div className={styles.choices}>
        <Button onClick={() => settle('theirs')}>Use theirs</Button>
        <Button quiet onClick={() => settle('mine')}>
          Keep mine
        </Button>
      </div>
    </Dialog>
  )
}
