import type { Sql } from '#db/sql.ts'
import { addEmails } from '#notices/add-notices.ts'
import { recordAudit } from '#organisations/audit.ts'

/** Days before the end of a key at which its owners are reminded. */
export const remindersAtDays = [14, 3, 1] as const

interface EndingKey {
  readonly organisation_id: string
  readonly organisation: string
  readonly id: string
  readonly name: string
  readonly client_id: string
  readonly ends_at: Date
  readonly last_used_at: Date | null
  readonly days: number
  readonly owners: string[]
}

/** Reminds the owners of keys that end soon, once for each of the days. Returns how many keys. */
export async function remindOfEnds(tx: Sql): Promise<number> {
  const { rows } = await tx.query<EndingKey>(
    `SELECT k.organisation_id, o.name AS organisation, k.id, k.name, k.client_id, k.ends_at, k.last_used_at, d.days,
       ARRAY(SELECT m.email FROM memberships s JOIN members m ON m.id = s.member_id
             WHERE s.organisation_id = k.organisation_id AND s.role = 'owner' ORDER BY m.email) AS owners
     FROM api_keys k
     JOIN organisations o ON o.id = k.organisation_id
     JOIN LATERAL (
       SELECT min(days) AS days FROM unnest($1::int[]) AS t (days) WHERE k.ends_at <= now() + make_interval(days => days)
     ) AS d ON d.days IS NOT NULL
     WHERE k.revoked_at IS NULL AND k.ends_at > now() AND coalesce(k.reminded, $2) > d.days
     ORDER BY k.organisation_id, k.id LIMIT 100
     FOR UPDATE OF k SKIP LOCKED`,
    [remindersAtDays, Math.max(...remindersAtDays) + 1],
  )
  for (const key of rows) {
    await tx.query('UPDATE api_keys SET reminded = $3 WHERE organisation_id = $1 AND id = $2', [
      key.organisation_id,
      key.id,
      key.days,
    ])
    await recordAudit(tx, key.organisation_id, {
      actor: 'millrace',
      action: 'key.ending',
      subject: key.id,
      detail: { name: key.name, ends_at: key.ends_at.toISOString() },
    })
    await addEmails(tx, key.organisation_id, key.owners, {
      kind: 'key.ending',
      subject: `The API key ${key.name} ends soon`,
      paragraphs: [
        `The API key ${key.name} (${key.client_id}) of ${key.organisation} ends at ${inWords(key.ends_at)}.`,
        key.last_used_at === null
          ? 'It was never used.'
          : `It was last used at ${inWords(key.last_used_at)}. Whatever uses it is refused from then on.`,
        'To keep it, change its end on its page under Marketplace > API Keys.',
      ],
    })
  }
  return rows.length
}

const inWords = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
