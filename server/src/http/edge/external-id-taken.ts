import { type Database, inTenant } from '#db/database.ts'
import { findHolders } from '#guests/identifiers/find-holders.ts'
import { Refusal } from '../refusal.ts'

/** Another guest has the external_id: the refusal names both, and how they become one. */
export async function externalIdTaken(
  { database }: { readonly database: Pick<Database, 'tenant'> },
  organisationId: string,
  guestId: string,
  externalId: string | null | undefined,
): Promise<Refusal> {
  if (!externalId) return new Refusal('guest_exists')
  const [holder] = await inTenant(database, organisationId, tx =>
    findHolders(tx, organisationId, [{ type: 'external_id', system: '', value: externalId }]),
  )
  // Released in the meantime: sending it again will do.
  if (!holder?.guestId) return new Refusal('guest_exists')
  return new Refusal('guest_exists', {
    message:
      `The guest ${holder.guestId} has this external_id already. If they and the guest ${guestId} are one person, merge ` +
      `them: POST /v1/guests/${guestId}/merge with the organisation_registration_id ${holder.guestId}.`,
    errors: { external_id: [`belongs to the guest ${holder.guestId}`] },
  })
}
