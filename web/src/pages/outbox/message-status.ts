import type { MessageChannel, MessageStatus } from '@millrace/contract/dashboard/outbox'
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

const statusWords: Readonly<Record<MessageStatus, string>> = {
  kept: t`not sent`,
  pending: t`pending`,
  sent: t`sent`,
  delivered: t`delivered`,
  undelivered: t`undelivered`,
  failed: t`failed`,
  cancelled: t`cancelled`,
}

/** For a filter. */
export const messageStatuses = Object.entries(statusWords).map(([value, label]) => ({ value, label }))

export const channelNames: Readonly<Record<MessageChannel, string>> = {
  email: t`E-mail`,
  sms: t`SMS`,
  webhook: t`Webhook`,
}

/** A message that is kept was not sent: no provider is set up, or its run was started with a test key. */
export const messageStatusInWords = ({ status, test }: { status: MessageStatus; test: boolean }): string =>
  status === 'kept' ? t`not sent (${test ? t`test` : t`no provider`})` : statusWords[status]
