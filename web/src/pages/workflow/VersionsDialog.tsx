import type { WorkflowVersion } from '@millrace/contract/workflow-management'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { listVersions, readDifference, restoreVersion, type SavedDraft } from '../../api/workflows.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { LoadMore } from '../../components/list/LoadMore.tsx'
import { Time } from '../../components/time/Time.tsx'
import { MemberName } from '../../features/member/MemberName.tsx'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import styles from './VersionsDialog.module.css'

export interface VersionsDialogProps {
  workflowId: string
  /** Of the draft that a version would be restored into. */
  revision: number
  locked: boolean
  onRestored(draft: SavedDraft): void
  onClose(): void
}

/** The published versions, their differences, and restoring one into the draft. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { workflowId, onClose } = props
  const versions = usePages(['versions', workflowId], (cursor, signal) =>
    listVersions(workflowId, cursor, signal),
  )
  return (
    <Dialog wide title={t`History`} onClose={onClose}>
      <Loaded query={versions}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data)
          if (rows.length === 0) {
            return (
              <Empty title={t`Not published yet`}>
                <p>{t`Each time you publish, a version is added here. Versions are never changed.`}</p>
              </Empty>
            )
          }
          return (
            <>
              <ol className={styles.versions}>
                {rows.map(version => (
                  <Version key={version.version} {...props} version={version} />
                ))}
              </ol>
              <LoadMore query={versions} />
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function Version(props: VersionsDialogProps & { version: WorkflowVersion }) {
  const { version, workflowId, revision, locked, onRestored } = props
  const [open, setOpen] = useState(false)
  const restore = useSubmit(
    () => restoreVersion(workflowId, version.version, revision),
    draft => {
      toast(draft.message, 'good')
      onRestored(draft)
    },
  )
  return (
    <li>
      <div className={styles.head}>
        <strong>{t`Version ${version.version}`}</strong>
        {version.current && <Badge tone="good">{t`live`}</Badge>}
        <span>
          <MemberName email={version.published_by} />, <Time at={version.published_at} />
        </span>
        <Button quiet aria-expanded={open} onClick={() => setOpen(!open)}>
          {t`What changed`}
        </Button>
        {!locked && (
          <Button quiet busy={restore.busy} onClick={restore.submit}>
            {t`Restore to draft`}
          </Button>
        )}
      </div>
      <FailureNote failure={restore.failure} />
      {open && <Changes workflowId={workflowId} version={version.version} />}
    </li>
  )
}

function Changes({ workflowId, version }: { workflowId: string; version: number }) {
  const difference = useQuery({
    queryKey: ['difference', workflowId, version],
    queryFn: ({ signal }) => asked(readDifference(workflowId, version, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={difference}>
      {({ from, sentences }) => (
        <ul className={styles.sentences}>
          {sentences.length === 0 && <li>{from === null ? t`This is the first version.` : t`Nothing.`}</li>}
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
