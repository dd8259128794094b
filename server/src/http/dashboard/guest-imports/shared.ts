import type { GuestImportAnswer } from '@millrace/contract/guest-import'
import type { Database } from '#db/database.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type ImportRow, toImport } from '#jobs/import/import-row.ts'
import type { FilePlace } from '#jobs/import/window.ts'
import type { ActingMember } from '#members/session.ts'
import { changed } from '../../edge/guest-import.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { requireId } from '../edge/require-id.ts'

/** Which import the address names. A file is about guests of any venue. */
export function placeOf(member: ActingMember, id: string): FilePlace {
  requireEveryVenue(member)
  return { organisationId: member.organisationId, importId: requireId(id, 'import_not_found') }
}

/** Changes an import, and answers with it. */
export async function answerOf(
  { database }: { readonly database: Database },
  { organisationId }: Pick<FilePlace, 'organisationId'>,
  message: string,
  change: (tx: Sql) => Promise<ImportRow | undefined>,
): Promise<GuestImportAnswer> {
  const row = await inTenant(database, organisationId, tx => changed(change(tx)))
  return { message, guest_import: toImport(row) }
}
