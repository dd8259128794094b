import type { MessageStatus } from '@millrace/contract/dashboard/outbox'
import type { Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'

export const messageTones: Record<MessageStatus, Tone> = {
  kept: 'quiet',
  pending: 'warn',
  sent: 'good',
  delivered: 'good',
  undelivered: 'bad',
  failed: 'bad',
  cancelled: 'quiet',
}

/** A message that is kept was not sent: no provider is set up, or its run was started with a test key. */
export const messageStatusInWords = ({ status, test }: { status: MessageStatus; test: boolean }): string =>
  status === 'kept' ? t`not sent (${test ? 'test' : t`no provider`})` : status
