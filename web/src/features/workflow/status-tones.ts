import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Tone } from '../../components/Note.tsx'

export const statusTones: Record<WorkflowStatus, Tone> = {
  draft: 'quiet',
  active: 'good',
  paused: 'warn',
  cancelled: 'bad',
}
