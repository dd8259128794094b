import type { MappingCheck, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { FailureDetails } from '../../../components/FailureDetails.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { t } from '../../../language/words.ts'
import { checkMapping, saveMapping } from '../shared/connection-calls.ts'
import { useConnectionSaved } from '../shared/use-connection-saved.ts'
import { CheckResult } from './CheckResult.tsx'
import styles from './mapping.module.css'
import type { MappingDraft } from './use-mapping-draft.ts'

export interface SaveMappingProps {
  connection: WholeConnection
  draft: MappingDraft
  disabled?: boolean
  /** After it was saved or discarded. */
  onDone?(): void
}

/** A mapping is saved after it was checked with what the connection received. */
export function SaveMapping({ connection, draft, disabled = false, onDone }: SaveMappingProps) {
  const [check, setCheck] = useState<MappingCheck>()
  const checking = useSubmit(() => checkMapping(connection.id, draft.mapping), setCheck)
  const discard = () => {
    checking.reset()
    draft.discard()
    onDone?.()
  }
  return (
    <>
      <FailureDetails failure={checking.failure} />
      <div className={styles.actions}>
        <Button
          busy={checking.busy}
          disabled={disabled || !draft.edited}
          onClick={() => void checking.submit()}
        >
          {t`Check and save…`}
        </Button>
        {draft.edited && (
          <Button quiet onClick={discard}>
            {t`Discard changes`}
          </Button>
        )}
      </div>
      {check && (
        <SaveDialog
          connection={connection}
          draft={draft}
          check={check}
          onSaved={discard}
          onClose={() => setCheck(undefined)}
        />
      )}
    </>
  )
}

function SaveDialog({
  connection,
  draft,
  check,
  onSaved,
  onClose,
}: {
  connection: WholeConnection
  draft: MappingDraft
  check: MappingCheck
  onSaved(): void
  onClose(): void
}) {
  const saved = useConnectionSaved()
  const { mapping, version } = draft
  const submission = useSubmit(
    () => saveMapping(connection.id, { mapping, version }),
    answer => {
      saved(answer)
      onClose()
      onSaved()
    },
  )
  return (
    <Dialog title={t`Save version ${version + 1}?`} onClose={onClose}>
      <CheckResult check={check} />
      <p>
        {t`New deliveries are read by it, and held and failed ones again. Events that exist stay as they are.`}
      </p>
      <Form submission={submission} action={t`Save`} onCancel={onClose} />
    </Dialog>
  )
}
