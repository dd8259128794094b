import type { OrganisationSettings } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'

/** The first provider cannot go while others follow it: whether they take its place is for a person to say. */
export async function leftAloneFaults(
  tx: Sql,
  organisationId: string,
  { email, sms }: Pick<OrganisationSettings, 'email' | 'sms'>,
): Promise<Record<string, string[]>> {
  if (email.smtp !== null && sms !== null) return {}
  const { rows } = await tx.query<{ channel: 'email' | 'sms' }>(
    'SELECT DISTINCT channel FROM providers WHERE organisation_id = $1 AND connection IS NOT NULL',
    [organisationId],
  )
  const has = (wanted: string) => rows.some(({ channel }) => channel === wanted)
  return {
    ...(email.smtp === null && has('email') ? { 'email.smtp': [OTHERS] } : {}),
    ...(sms === null && has('sms') ? { sms: [OTHERS] } : {}),
  }
}

const OTHERS =
  'Other providers follow this one. Remove them first, or remove this one in the list of providers.'
