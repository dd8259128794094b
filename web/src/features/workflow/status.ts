import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'

export const statusTones: Record<WorkflowStatus, Tone> = {
  draft: 'quiet',
  active: 'good',
  paused: 'warn',
  cancelled: 'quiet',
}

/** The wire says `cancelled` for a workflow that was archived. */
const words: Readonly<Record<WorkflowStatus, string>> = {
  draft: t`draft`,
  active: t`active`,
  paused: t`paused`,
  cancelled: t`archived`,
}

export const statusInWords = (status: WorkflowStatus): string => words[status]
