import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { messagesOf, removeLanguage } from '../../../features/workflow/translations.ts'
import { languageName } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'

export interface RemoveLanguageDialogProps {
  document: WorkflowDefinition
  language: string
  onRemoved(document: WorkflowDefinition): void
  onClose(): void
}

/** A language is one of the whole workflow: it goes with its translations. */
export function RemoveLanguageDialog({ document, language, onRemoved, onClose }: RemoveLanguageDialogProps) {
  const name = languageName(language)
  const written = messagesOf(document).filter(({ translations }) => translations?.[language] !== undefined)
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      action={t`Remove ${name}`}
      send={async () => ({ ok: true, value: removeLanguage(document, language) })}
      onDone={changed => {
        onClose()
        onRemoved(changed)
      }}
      onClose={onClose}
    >
      <p>
        {plural(
          written.length,
          '# message of this workflow loses its translation.',
          '# messages of this workflow lose their translation.',
        )}{' '}
        {t`Guests who read ${name} get the original. You can undo this until you leave the workflow.`}
      </p>
    </ConfirmDialog>
  )
}
