import type { Guest } from '@millrace/contract/guest'

export const guestColumns = `id, external_id, name, email, phone, email_consent, sms_consent, do_not_contact, email_asked_at,
  topics_off, tags,
  points, attributes, created_at, updated_at`

/** The same in a statement that has other rows beside the guests. */
export const guestColumnsOf = (name: string): string =>
  guestColumns
    .split(',')
    .map(column => `${name}.${column.trim()}`)
    .join(', ')

export interface GuestRow
  extends Omit<Guest, 'organisation_registration_id' | 'created_at' | 'updated_at' | 'email_asked_at'> {
  email_asked_at: Date | null
  created_at: Date
  updated_at: Date
}

export function toGuest(row: GuestRow): Guest {
  return {
    ...row,
    organisation_registration_id: row.id,
    // A consent that came another way since is one, and none waits.
    email_asked_at: row.email_consent ? null : (row.email_asked_at?.toISOString() ?? null),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
