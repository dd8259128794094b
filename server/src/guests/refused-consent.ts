import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'

export const consentFields = ['email_consent', 'sms_consent', 'do_not_contact'] as const
export type ConsentField = (typeof consentFields)[number]

/** The reason of a change that takes back a consent which an import had brought. The guest has refused nothing. */
export const UNDONE = 'The import was undone.'

/**
 * What the guest has refused, so that no other system may change it: a consent that was taken back or never given, and
 * not to be contacted at all. A guest who was never asked has refused nothing.
 */
export async function refusedConsent(
  tx: Sql,
  organisationId: string,
  guest: Pick<Guest, 'id' | 'do_not_contact'>,
): Promise<ReadonlySet<ConsentField>> {
  const { rows } = await tx.query<{ field: ConsentField; value: boolean }>(
    `SELECT DISTINCT ON (field) field, value FROM consent_changes
     WHERE organisation_id = $1 AND guest_id = $2 AND field <> 'do_not_contact'
       AND NOT (how = 'integration' AND reason IS NOT DISTINCT FROM $3)
     ORDER BY field, id DESC`,
    [organisationId, guest.id, UNDONE],
  )
  const refused = new Set(rows.filter(({ value }) => !value).map(({ field }) => field))
  if (guest.do_not_contact) refused.add('do_not_contact')
  return refused
}

/** Records that a guest who had not agreed refuses. `by` is as for a change of the guest. */
export async function recordRefusal(
  tx: Sql,
  guestId: string,
  field: ConsentField,
  by: object,
): Promise<void> {
  await tx.query('SELECT record_refusal($1, $2, $3)', [guestId, field, JSON.stringify(by)])
}
