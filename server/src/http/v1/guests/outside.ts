import type { Identity } from '#access/identity.ts'
import type { Sql } from '#db/sql.ts'
import type { Outside } from '#guests/record-guest.ts'
import type { Consequences } from '#guests/update-guest.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { HttpParts } from '../../parts.ts'

/** A change by this API key. */
export const outsideOf = ({ organisationId, clientId }: Identity, consequences: Consequences): Outside => ({
  organisationId,
  actor: `API key ${clientId}`,
  consequences,
})

/** The settings and venues of the caller's organisation. */
export async function organisationFacts(
  { organisations }: Pick<HttpParts, 'organisations'>,
  tx: Sql,
  organisationId: string,
): Promise<OrganisationFacts> {
  return (await organisations.find(tx, [organisationId])).get(organisationId) as OrganisationFacts
}
