import type { ImageUse } from '@millrace/contract/dashboard/images'
import type { Sql } from '#db/sql.ts'

/**
 * Where each image is used, by its hash: in the brand of the organisation or a venue, in saved pieces, and in workflows that are not
 * archived, by their live version, their draft, or a version that still has runs under way.
 */
export async function readImageUses(tx: Sql, organisationId: string): Promise<Map<string, ImageUse[]>> {
  const { rows } = await tx.query<ImageUse & { readonly hash: string }>(
    `SELECT DISTINCT d.type, d.id, d.name, used[1] AS hash
     FROM (
       SELECT 'organisation' AS type, id::text, name, settings ->> 'brand' AS text FROM organisations WHERE id = $1
       UNION ALL
       SELECT 'venue', serial, name, brand::text FROM venues WHERE organisation_id = $1
       UNION ALL
       SELECT 'piece', key, name, content::text FROM pieces JOIN piece_versions USING (organisation_id, key, version)
       WHERE organisation_id = $1
       UNION ALL
       SELECT 'workflow', id::text, name, draft::text FROM workflows
       WHERE organisation_id = $1 AND status <> 'cancelled'
       UNION ALL
       SELECT 'workflow', w.id::text, w.name, v.definition::text
       FROM workflows w JOIN workflow_versions v ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id
       WHERE w.organisation_id = $1 AND w.status <> 'cancelled' AND v.definition::text LIKE '%/images/%'
         AND (v.version = w.version OR EXISTS (
           SELECT FROM runs r WHERE r.organisation_id = w.organisation_id AND r.workflow_id = w.id
             AND r.workflow_version = v.version AND r.resumes_at IS NOT NULL))
     ) d, regexp_matches(d.text, '/images/([A-Za-z0-9_-]{43})[.]', 'g') used
     ORDER BY d.type, d.name, d.id`,
    [organisationId],
  )
  const uses = new Map<string, ImageUse[]>()
  for (const { hash, ...use } of rows) uses.set(hash, [...(uses.get(hash) ?? []), use])
  return uses
}
