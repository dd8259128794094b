import { type Database, inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Account } from './account.ts'
import type { Attempt } from './attempts.ts'
import { listOwnOrganisations } from './session.ts'

/**
 * Records a wrong password for an account in the audit logs of its organisations. The request does not wait for it: a
 * slower answer for existing accounts would reveal which ones exist. attempts.ts limits how often it can happen.
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
    // Reported like other database errors, in the log.
  }).catch(error => engine.emit('error', error))
}
