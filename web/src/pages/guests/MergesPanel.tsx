import type { GuestMerges } from '@millrace/contract/dashboard/guests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { MemberName } from '../../features/member/MemberName.tsx'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'
import { listGuestMerges, undoMerge } from './guest-calls.ts'
import styles from './MergesPanel.module.css'

type Merge = GuestMerges['merges'][number]

/** The guests who were merged into this one. Most have none, and then there is nothing to show. */
export function MergesPanel({ id }: { id: string }) {
  const mayEdit = useSignedIn().role !== 'viewer'
  const [undoing, setUndoing] = useState<Merge>()
  const { data } = useQuery({
    queryKey: ['guest', id, 'merges'],
    queryFn: ({ signal }) => asked(listGuestMerges(id, signal)),
  })
  if (data === undefined || data.merges.length === 0) return null
  return (
    <Panel title={t`Merged guests`}>
      <ul className={styles.list}>
        {data.merges.map(merge => (
          <li key={merge.id}>
            <span>
              <strong>{merge.merged_name ?? t`Guest`}</strong> <code>{merge.merged_id}</code>
            </span>
            <span>{rich`Merged by ${<MemberName email={merge.merged_by} />} ${<Time at={merge.merged_at} />}`}</span>
            {mayEdit && merge.undo_until !== null && (
              <Button quiet onClick={() => setUndoing(merge)}>
                {t`Undo merge…`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog merge={undoing} onClose={() => setUndoing(undefined)} />}
    </Panel>
  )
}

function UndoDialog({ merge, onClose }: { merge: Merge; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Undo merge?`}
      action={t`Undo merge`}
      send={() => undoMerge(merge.merged_id)}
      onDone={({ message }) => {
        void queries.invalidateQueries()
        toast(message, 'good')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {rich`${merge.merged_name ?? t`The merged guest`} becomes a separate guest again and gets back everything that was moved, with what their runs have done since. Everything else since the merge stays with this guest. Consent that was withdrawn since then is withdrawn for both.`}
      </p>
    </ConfirmDialog>
  )
}
