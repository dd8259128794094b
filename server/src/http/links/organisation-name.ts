import { type Database, inTenant } from '#db/database.ts'

export function findOrganisationName(
  { database }: { readonly database: Pick<Database, 'tenant'> },
  organisationId: string,
): Promise<string | undefined> {
  return inTenant(database, organisationId, async tx => {
    const { rows } = await tx.query<{ name: string }>('SELECT name FROM organisations WHERE id = $1', [
      organisationId,
    ])
    return rows[0]?.name
  })
}
