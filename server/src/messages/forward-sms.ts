import { SMS_FORWARD } from '@millrace/contract/confirmation'
import { escapeHtml } from '#base/escape-html.ts'
import type { Sql } from '#db/sql.ts'
import type { EmailContent } from '#steps/step.ts'
import { type StoredSms, storable } from './receive-sms.ts'

export interface ForwardedSms {
  readonly organisationId: string
  readonly sms: StoredSms
  readonly sender: string
  readonly body: string
  /** Where the organisation wants to get replies. */
  readonly recipient: string
  /** The published address of the dashboard. */
  readonly baseUrl: string
  /** There is no mail server to hand it to. */
  readonly kept: boolean
}

/**
 * An e-mail to the people of the organisation. It is no message to the guest, so it counts in no cap, and a guest who wants nothing
 * any longer does not cancel it.
 */
export async function forwardSms(tx: Sql, forwarded: ForwardedSms): Promise<void> {
  const { organisationId, sms, recipient, kept } = forwarded
  await tx.query(
    `INSERT INTO messages
       (organisation_id, id, run_id, node_id, channel, recipient, content, status, transactional, due_at, created_at)
     VALUES ($1, $2, $2, $3, 'email', $4, $5, $6, true, CASE WHEN $6 = 'pending' THEN now() END, now())`,
    [
      organisationId,
      sms.id,
      SMS_FORWARD,
      recipient,
      JSON.stringify(contentOf(forwarded)),
      kept ? 'kept' : 'pending',
    ],
  )
}

function contentOf({ sms: { guest }, sender, body, baseUrl }: ForwardedSms): EmailContent {
  const called = guest?.name ?? sender
  const said = storable(body)
  const paragraphs = [
    guest === null
      ? `Someone who is not among your guests wrote by SMS from ${sender}:`
      : `${guest.name === null ? 'A guest' : guest.name} (${sender}) wrote by SMS:`,
    said === '' ? '(an SMS without text)' : said,
    guest === null
      ? 'Replying to this e-mail does not reach them.'
      : `Replying to this e-mail does not reach them. Their page: ${baseUrl}/guests/${guest.id}`,
  ]
  return {
    subject: `SMS from ${called}`.replaceAll(/\s+/g, ' '),
    html: paragraphs.map(text => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`).join('\n'),
    text: paragraphs.join('\n\n'),
  }
}
