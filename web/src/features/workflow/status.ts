import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Tone } from '../../components/Note.tsx'

export const statusTones: Record<WorkflowStatus, Tone> = {
  draft: 'quiet',
  active: 'good',
  paused: 'warn',
  cancelled: 'quiet',
}

/** The wire says `cancelled` for a workflow that was archived. */
export const statusInWords = (status: WorkflowStatus): string =>
  status === 'cancelled' ? 'archived' : status
