import type { HeldByAnother } from '@millrace/contract/guest'

/** Identifiers of another guest often mean that the two are one person. */
export function withMergeHint(message: string, guestId: string, notAdded: readonly HeldByAnother[]): string {
  const [first] = notAdded
  if (first === undefined) return message
  return (
    `${message} The guest ${first.organisation_registration_id} has the ${words[first.identifier.type]} ` +
    `that was sent. If the two are one person, merge them: POST /v1/guests/${guestId}/merge with the ` +
    `organisation_registration_id ${first.organisation_registration_id}.`
  )
}

const words = { email: 'e-mail address', phone: 'phone number', external_id: 'external id' } as const
