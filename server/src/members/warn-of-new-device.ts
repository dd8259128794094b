import type { Sql } from '#db/sql.ts'
import { addEmails } from '#notices/add-notices.ts'

export interface NewDevice {
  readonly memberId: string
  readonly email: string
  readonly address: string
  readonly browser: string | null
}

/**
 * Writes to a member that someone signed in as them with a browser that they have not used before. One e-mail, by the
 * first of their organisations that has a mail server; where none has one, the audit log has the sign-in.
 */
export async function warnOfNewDevice(tx: Sql, device: NewDevice): Promise<void> {
  const { rows } = await tx.query<{ id: string; now: Date }>(
    `SELECT o.id, now() AS now FROM memberships s JOIN organisations o ON o.id = s.organisation_id
     WHERE s.member_id = $1 AND o.settings #>> '{email,smtp,host}' IS NOT NULL ORDER BY o.name, o.id LIMIT 1`,
    [device.memberId],
  )
  const [organisation] = rows
  if (organisation === undefined) return
  const { email, browser, address } = device
  const at = organisation.now.toISOString().slice(0, 16).replace('T', ' ')
  await addEmails(tx, organisation.id, [email], {
    kind: 'member.new_device',
    subject: 'New sign-in to Millrace',
    paragraphs: [
      `Someone signed in to Millrace as ${email} on a device that you have not used before.`,
      `Device: ${browser ?? 'an unknown browser'}. Address: ${address}. Time: ${at} UTC.`,
      'If it was you, there is nothing to do. If not, change your password now, under Settings > Your profile: that ends all other sessions.',
    ],
  })
}
