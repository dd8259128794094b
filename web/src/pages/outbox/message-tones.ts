import type { MessageStatus } from '@millrace/contract/dashboard/outbox'
import type { Tone } from '../../components/Note.tsx'

export const messageTones: Record<MessageStatus, Tone> = {
  kept: 'quiet',
  pending: 'warn',
  sent: 'good',
  delivered: 'good',
  undelivered: 'bad',
  failed: 'bad',
  cancelled: 'quiet',
}
