import type { NewGuest } from '@millrace/contract/guest'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createGuest } from '#guests/create-guest.ts'
import { setChangedBy } from '#guests/update-guest.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.registerGuest, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.registerGuest)
  requireSomething(body)
  const guest = await inTenant(database, organisationId, tx => register(tx, organisationId, body, actor))
  if (guest === undefined) throw new Refusal('guest_exists')
  reply.code(201)
  return { message: 'Guest added.', guest }
})

/** What they agreed to is recorded with who said so; the audit, which is for ever, does not say who they are. */
async function register(tx: Sql, organisationId: string, body: NewGuest, actor: string) {
  await setChangedBy(tx, { how: 'member', actor })
  const guest = await createGuest(tx, organisationId, body)
  if (guest !== undefined)
    await recordAudit(tx, organisationId, { actor, action: 'guest.registered', subject: 'a guest' })
  return guest
}

/** Integrations may register a guest without any details; for a person at the form that is a slip. */
function requireSomething({ name, email, phone, external_id }: NewGuest): void {
  if (name || email || phone || external_id) return
  throw new Refusal('validation_failed', {
    errors: { name: ['is required if there is no e-mail, phone or external id'] },
  })
}
