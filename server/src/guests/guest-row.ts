import type { Guest } from '@millrace/contract/guest'

export const guestColumns = `id, external_id, name, email, phone, email_consent, sms_consent, do_not_contact, topics_off, tags,
  points, attributes, created_at, updated_at`

/** The same in a statement that has other rows beside the guests. */
export const guestColumnsOf = (name: string): string =>
  guestColumns
    .split(',')
    .map(column => `${name}.${column.trim()}`)
    .join(', ')

export interface GuestRow extends Omit<Guest, 'organisation_registration_id' | 'created_at' | 'updated_at'> {
  created_at: Date
  updated_at: Date
}

export function toGuest(row: GuestRow): Guest {
  return {
    ...row,
    organisation_registration_id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
