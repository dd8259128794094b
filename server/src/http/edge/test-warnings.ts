import type { Guest } from '@millrace/contract/guest'
import type { Identity } from '#access/identity.ts'

/** For the receipt of an event: it would otherwise look as if its messages had been sent. */
export const testWarnings = ({ test }: Pick<Identity, 'test'>): readonly string[] =>
  test ? ['The API key is a test key: runs take every step and send nothing.'] : []

/** For the answer about a guest whose consent a test key sent, where guests confirm theirs: it is neither there nor waiting. */
export const withTestHint = (
  message: string,
  { test }: Pick<Identity, 'test'>,
  agreed: boolean | undefined,
  { email_consent, email_asked_at }: Pick<Guest, 'email_consent' | 'email_asked_at'>,
): string =>
  test && agreed && !email_consent && email_asked_at === null
    ? `${message} A test key asks no guest to confirm a consent.`
    : message
