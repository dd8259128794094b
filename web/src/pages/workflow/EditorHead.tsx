import type { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import { useState } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ClampedText } from '../../components/ClampedText.tsx'
import { Icon } from '../../components/Icon.tsx'
import { placeOf, SETTINGS } from '../../features/workflow/document.ts'
import { problemInWords } from '../../features/workflow/problems.ts'
import { statusInWords, statusTones } from '../../features/workflow/status.ts'
import { t } from '../../language/words.ts'
import { SavingStatus } from './draft/SavingStatus.tsx'
import type { Draft } from './draft/use-draft.ts'
import styles from './EditorHead.module.css'
import { MissedGuests } from './MissedGuests.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'
import { WorkflowMenu } from './WorkflowMenu.tsx'

export interface EditorHeadProps {
  workflow: WholeWorkflow
  draft: Draft
  locked: boolean
  /** Whether it is for venues of the member only. Otherwise they can neither change it nor see whom it missed. */
  isReached: boolean
  onSelect(id: string): void
}

export function EditorHead({ workflow: whole, draft, locked, isReached, onSelect }: EditorHeadProps) {
  const { workflow, published } = whole
  const [open, setOpen] = useState<'publish' | 'history'>()
  const close = () => setOpen(undefined)
  const { faults, sentence, saving } = draft
  const safe = saving.state === 'saved'
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        <div className={styles.title}>
          <Link to="/workflows">{t`Workflows`}</Link>
          <h1>{draft.title.name || workflow.name}</h1>
          <Badge tone={statusTones[workflow.status]}>{statusInWords(workflow.status)}</Badge>
          {published && <span className={styles.quiet}>{t`version ${published.version} is live`}</span>}
          {!isReached && <span className={styles.quiet}>{t`read-only: it is also for other venues`}</span>}
        </div>
        <div className={styles.actions}>
          {!locked && <SavingStatus saving={saving} />}
          {!locked && (
            <>
              <button type="button" className={styles.tool} disabled={!draft.canUndo} onClick={draft.undo}>
                <Icon name="undo" />
                <span className="visually-hidden">{t`Undo`}</span>
              </button>
              <button type="button" className={styles.tool} disabled={!draft.canRedo} onClick={draft.redo}>
                <Icon name="redo" />
                <span className="visually-hidden">{t`Redo`}</span>
              </button>
            </>
          )}
          <Button quiet onClick={() => onSelect(SETTINGS)}>
            {t`Settings`}
          </Button>
          <Button quiet onClick={() => setOpen('history')}>
            {t`History`}
          </Button>
          {isReached && workflow.trigger !== 'event' && <MissedGuests workflow={workflow} locked={locked} />}
          {!locked && (
            <Button disabled={!safe} onClick={() => setOpen('publish')}>
              {t`Publish…`}
            </Button>
          )}
          <WorkflowMenu workflow={workflow} locked={locked} />
        </div>
      </div>
      {sentence && <ClampedText>{sentence}</ClampedText>}
      {faults.length > 0 && (
        <details className={styles.problems}>
          <summary>{faults.length === 1 ? t`1 problem` : t`${faults.length} problems`}</summary>
          <ul>
            {faults.map(fault => (
              <li key={fault.path + fault.message}>
                <button type="button" onClick={() => onSelect(placeOf(fault))}>
                  {problemInWords(draft.document, fault)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {open === 'publish' && (
        <PublishDialog workflowId={workflow.id} document={draft.document} onClose={close} />
      )}
      {open === 'history' && (
        <VersionsDialog
          workflowId={workflow.id}
          revision={draft.revision}
          locked={locked || !safe}
          onRestored={restored => {
            draft.take(restored)
            close()
          }}
          onClose={close}
        />
      )}
    </header>
  )
}
