import { outdated } from '#db/outdated.ts'

/** A file that no one imported goes after a week; an import with its undo and its refused rows after 30 days. */
export const outdatedImports = [
  outdated(
    'DELETE FROM guest_import_parts',
    'organisation_id, import_id, position',
    `(organisation_id, import_id) IN (
       SELECT organisation_id, id FROM guest_imports WHERE created_at < now() - interval '7 days')`,
  ),
  outdated('DELETE FROM guest_imports', 'organisation_id, id', `created_at < now() - interval '30 days'`),
]
