import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { hashPassword } from './password.ts'
import { confirmSession, endSessions, listOwnOrganisations, type Session } from './session.ts'

/** A new password ends all other sessions, and gives this one a new name, which is returned for its cookie. */
export async function changePassword(
  database: Database,
  { member, hash }: Session,
  password: string,
): Promise<string | undefined> {
  const stored = await hashPassword(password)
  return inTransaction(database.engine, async tx => {
    await tx.query('UPDATE members SET password = $2 WHERE id = $1', [member.id, stored])
    await endSessions(tx, member.id, hash)
    await tell(tx, member, 'member.changed_password')
    return confirmSession(tx, hash)
  })
}

export async function rename(database: Database, { member }: Session, name: string): Promise<void> {
  await inTransaction(database.engine, async tx => {
    await tx.query('UPDATE members SET name = $2 WHERE id = $1', [member.id, name])
    await tell(tx, member, 'member.renamed')
  })
}

/** An account is not of one organisation: all of them are told. */
async function tell(tx: Sql, member: Session['member'], action: string): Promise<void> {
  for (const { id } of await listOwnOrganisations(tx, member.id)) {
    await recordAudit(tx, id, { actor: member.email, action, subject: member.id })
  }
}
