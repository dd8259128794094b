import { isPhone } from '@millrace/contract/phone'
import type { SuppressedChannel } from '@millrace/contract/suppression'
import { isMailAddress } from '#channels/email/address.ts'

/** An address as it is stored and compared; undefined for what is no address of this channel. */
export function suppressedKey(channel: SuppressedChannel, address: string): string | undefined {
  const written = address.trim()
  if (channel === 'sms') return isPhone(written) ? written : undefined
  return isMailAddress(written) ? written.toLowerCase() : undefined
}
