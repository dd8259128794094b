import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { addEmails, addPost } from './add-notices.ts'
import { type Alert, type AlertKind, alertsChanged } from './alerts-of.ts'

const titles: Record<AlertKind, string> = {
  connection: 'A connection needs attention',
  export: 'Data was downloaded',
  sender_changed: 'The sender of messages was changed',
  alerts_changed: 'Alerts are sent to another address',
  sign_in_changed: 'Single sign-on was changed',
  many_refusals: 'Many attempts were refused',
  key_new_network: 'An API key was used from a new network',
  audit_weakened: 'The audit log was changed',
  clock_jumped: 'Old data is no longer deleted',
}

const LOOK_AT_AUDIT =
  'If that was intended, there is nothing to do. If not, look at Settings > Audit log, and change passwords and keys that others may know.'
const LOOK_AT_CONNECTIONS = 'Its page under Marketplace > Connections says what to do.'

/**
 * Records an alert in the audit log, from where it reaches the operator's address, posts it to the organisation's address
 * for alerts, and writes to the owners if there is a mail server. The same alert is raised once an hour.
 */
export async function raiseAlert(tx: Sql, organisationId: string, alert: Alert): Promise<void> {
  const { kind, subject, sentence } = alert
  const { rows } = await tx.query<{
    name: string
    url: string | null
    mails: boolean
    owners: string[]
    raised: boolean
  }>(
    `SELECT o.name, o.settings ->> 'alerts_url' AS url, o.settings #>> '{email,smtp,host}' IS NOT NULL AS mails,
       ARRAY(SELECT m.email FROM memberships s JOIN members m ON m.id = s.member_id
             WHERE s.organisation_id = o.id AND s.role = 'owner' ORDER BY m.email) AS owners,
       EXISTS (SELECT FROM millrace_audit.entries e WHERE e.organisation_id = o.id AND e.action = $2 AND e.subject = $3
               -- There is no index by time: of a long log, only its end is read.
               AND e.sequence > (SELECT h.sequence - 5000 FROM millrace_audit.heads h WHERE h.organisation_id = o.id)
               AND e.at > now() - interval '1 hour') AS raised
     FROM organisations o WHERE o.id = $1 FOR NO KEY UPDATE`,
    [organisationId, `alert.${kind}`, subject],
  )
  const [organisation] = rows
  if (organisation === undefined || organisation.raised) return
  await recordAudit(tx, organisationId, {
    actor: 'millrace',
    action: `alert.${kind}`,
    subject,
    detail: { sentence },
  })
  if (organisation.url !== null) await post(tx, organisationId, organisation, organisation.url, alert)
  if (!organisation.mails) return
  await addEmails(tx, organisationId, organisation.owners, {
    kind: `alert.${kind}`,
    subject: `${titles[kind]}: ${organisation.name}`,
    paragraphs: [sentence, kind === 'connection' ? LOOK_AT_CONNECTIONS : LOOK_AT_AUDIT],
  })
}

/** To the address that no longer gets alerts: it is the one that is read by those who have to know. */
export async function notifyPreviousAddress(
  tx: Sql,
  organisationId: string,
  actor: string,
  url: string,
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM organisations WHERE id = $1', [
    organisationId,
  ])
  await post(tx, organisationId, rows[0] as { name: string }, url, alertsChanged(actor))
}

const post = (
  tx: Sql,
  organisationId: string,
  { name }: { readonly name: string },
  url: string,
  { kind, subject, sentence }: Alert,
) =>
  addPost(tx, organisationId, url, {
    kind: `alert.${kind}`,
    type: 'alert.raised',
    data: { alert: kind, subject, sentence, organisation_id: organisationId, organisation: name },
  })
