import { type Database, inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Account } from './account.ts'
import type { Attempt } from './attempts.ts'
import { listOwnOrganisations } from './session.ts'

/**
 * Tells the organisations of an account that somebody gave a wrong password for it. Nobody waits for that: an answer
 * that took longer for accounts that exist would tell which ones do. How often it can happen is limited by attempts.ts.
 */
export function noteWrongPassword(
  { engine }: Pick<Database, 'engine'>,
  { id: memberId }: Pick<Account, 'id'>,
  { email, address }: Attempt,
): void {
  inTransaction(engine, async tx => {
    for (const { id } of await listOwnOrganisations(tx, memberId)) {
      await recordAudit(tx, id, {
        actor: email,
        action: 'member.wrong_password',
        subject: memberId,
        detail: { address },
      })
    }
    // It goes the way of other faults of the database, which is into the log.
  }).catch(error => engine.emit('error', error))
}
