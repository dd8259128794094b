import type { Language } from '@millrace/contract/language'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type AuditEntry, recordAudit } from '#organisations/audit.ts'
import { hashPassword } from './password.ts'
import { confirmSession, endSessions, listOwnOrganisations, type Session } from './session.ts'

/**
 * A new password ends all other sessions and open reset links, and gives this session a new token, which is returned
 * for its cookie.
 */
export async function changePassword(
  database: Database,
  { member, hash }: Session,
  password: string,
): Promise<string | undefined> {
  const stored = await hashPassword(password)
  return inTransaction(database.engine, async tx => {
    await tx.query('DELETE FROM reset_links WHERE member_id = $1', [member.id])
    await tx.query('UPDATE members SET password = $2 WHERE id = $1', [member.id, stored])
    await endSessions(tx, member.id, hash)
    await recordInOrganisations(tx, member.id, { actor: member.email, action: 'member.changed_password' })
    return confirmSession(tx, hash)
  })
}

export async function rename(database: Database, { member }: Session, name: string): Promise<void> {
  await inTransaction(database.engine, async tx => {
    await tx.query('UPDATE members SET name = $2 WHERE id = $1', [member.id, name])
    await recordInOrganisations(tx, member.id, { actor: member.email, action: 'member.renamed' })
  })
}

/** Not in the audit log: it changes nothing for anyone else. */
export async function chooseLanguage(
  { engineSql }: Database,
  { member }: Session,
  language: Language | null,
): Promise<void> {
  await engineSql.query('UPDATE members SET language = $2 WHERE id = $1', [member.id, language])
}

/** An account may belong to several organisations: the change is recorded in all of them. */
export async function recordInOrganisations(
  tx: Sql,
  memberId: string,
  entry: Omit<AuditEntry, 'subject'>,
): Promise<void> {
  for (const { id } of await listOwnOrganisations(tx, memberId)) {
    await recordAudit(tx, id, { ...entry, subject: memberId })
  }
}
