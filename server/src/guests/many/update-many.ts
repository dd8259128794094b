import type { Consent, Guest } from '@millrace/contract/guest'
import { setLocal } from '#db/set-local.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumnsOf, toGuest } from '../guest-row.ts'
import type { Outside } from '../record-guest.ts'
import { recordRefusal } from '../refused-consent.ts'
import { isEmpty, type Planned } from './plan.ts'

/** What was said of consents is read for each row: more of them in one statement would be read more often. */
const MOST_STATED = 50

/** Changes many guests who have not refused anything, with what was said of their consents. */
export async function updateMany(tx: Sql, outside: Outside, planned: readonly Planned[]): Promise<Guest[]> {
  const changed = planned.filter(({ change }) => !isEmpty(change))
  const isStated = ({ change: { email_consent, email_asked, sms_consent, do_not_contact } }: Planned) =>
    email_consent !== null || email_asked !== null || sms_consent !== null || do_not_contact !== null
  const guests = await updatePortion(
    tx,
    outside,
    changed.filter(one => !isStated(one)),
  )
  const stated = changed.filter(isStated)
  for (let from = 0; from < stated.length; from += MOST_STATED)
    guests.push(...(await updatePortion(tx, outside, stated.slice(from, from + MOST_STATED))))
  for (const { row, created, before } of planned) {
    if (!created) continue
    const by = { how: 'integration', actor: outside.actor, stated: statedBy(row.consent) }
    if (row.consent.email?.given === false) await recordRefusal(tx, before.id, 'email_consent', by)
    if (row.consent.sms?.given === false) await recordRefusal(tx, before.id, 'sms_consent', by)
  }
  const were = new Map(planned.map(one => [one.before.id, one]))
  for (const guest of guests) {
    const { created, before } = were.get(guest.id) as Planned
    // A guest who has just been created has no runs and no messages.
    if (!created) await outside.consequences(tx, before, guest)
  }
  return guests
}

const statedBy = ({ email, sms }: Consent) => ({
  ...(email ? { email_consent: email, email_asked: email } : {}),
  ...(sms ? { sms_consent: sms } : {}),
})

async function updatePortion(
  tx: Sql,
  { organisationId, actor }: Outside,
  planned: readonly Planned[],
): Promise<Guest[]> {
  if (planned.length === 0) return []
  const stated_of = Object.fromEntries(
    planned
      .filter(({ created }) => created)
      .map(({ before, row }) => [before.id, statedBy(row.consent)] as const)
      .filter(([, stated]) => Object.keys(stated).length > 0),
  )
  await setLocal(tx, 'millrace.changed_by', JSON.stringify({ how: 'integration', actor, stated_of }))
  const { rows } = await tx.query<GuestRow>(UPDATE, [
    organisationId,
    JSON.stringify(planned.map(({ change }) => change)),
  ])
  await setLocal(tx, 'millrace.changed_by', '')
  return rows.map(toGuest)
}

const UPDATE = `
  UPDATE guests
  SET name = coalesce(c.name, guests.name), email = coalesce(c.email, guests.email),
      phone = coalesce(c.phone, guests.phone), external_id = coalesce(c.external_id, guests.external_id),
      tags = coalesce(c.tags, guests.tags), attributes = guests.attributes || coalesce(c.attributes, '{}'),
      email_consent = coalesce(c.email_consent, guests.email_consent),
      email_asked_at = CASE WHEN c.email_asked THEN now() ELSE guests.email_asked_at END,
      sms_consent = coalesce(c.sms_consent, guests.sms_consent),
      do_not_contact = coalesce(c.do_not_contact, guests.do_not_contact), updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) AS c (
    id uuid, name text, email text, phone text, external_id text, tags text[], attributes jsonb,
    email_consent boolean, email_asked boolean, sms_consent boolean, do_not_contact boolean)
  WHERE guests.organisation_id = $1 AND guests.id = c.id
  RETURNING ${guestColumnsOf('guests')}`
