import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

/** What Millrace writes to people of an organisation. Nothing about a guest is in it. */
export interface Notice {
  /** As in the audit, such as key.ending. */
  readonly kind: string
  readonly subject: string
  /** Paragraphs. */
  readonly paragraphs: readonly string[]
}

/** What is posted to an address of an organisation, with a type as webhooks of subscriptions have. */
export interface PostedNotice {
  readonly kind: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** In the transaction of what it is about. The worker posts it, signed with the organisation's webhook secret. */
export async function addPost(
  tx: Sql,
  organisationId: string,
  url: string,
  { kind, ...content }: PostedNotice,
): Promise<void> {
  await tx.query(
    `INSERT INTO notices (organisation_id, id, kind, channel, recipient, content)
     VALUES ($1, $2, $3, 'webhook', $4, $5)`,
    [organisationId, newId(), kind, url, JSON.stringify(content)],
  )
}

/** In the transaction of what it is about. The worker sends it by the organisation's mail server. */
export async function addEmails(
  tx: Sql,
  organisationId: string,
  recipients: readonly string[],
  { kind, subject, paragraphs }: Notice,
): Promise<void> {
  const content = JSON.stringify({ subject, paragraphs })
  for (const recipient of recipients) {
    await tx.query(
      `INSERT INTO notices (organisation_id, id, kind, channel, recipient, content)
       VALUES ($1, $2, $3, 'email', $4, $5)`,
      [organisationId, newId(), kind, recipient, content],
    )
  }
}
