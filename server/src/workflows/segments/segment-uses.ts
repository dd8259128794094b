import { SEGMENTS } from '@millrace/contract/condition/fields'
import type { SegmentUse } from '@millrace/contract/segment'
import type { Sql } from '#db/sql.ts'
import { isRecord } from '../record.ts'
import { referredIn, segmentsOf } from './expand-segments.ts'
import type { SegmentRow } from './segment-row.ts'

/** A comparison with segments in a document, or the segment that starts it. */
export interface SegmentReference {
  readonly id: string
  readonly path: string
  /** The step it is in. */
  readonly node?: string
}

/** For a reference to one that does not exist. */
export const noSegment = (id: string): string => `There is no segment ${id}.`

/** Every reference to a segment in a document: that of its trigger, and wherever a condition is. */
export function referencesIn(document: unknown): SegmentReference[] {
  const trigger = isRecord(document) ? document.trigger : undefined
  const { segment, broadcast } = isRecord(trigger) ? trigger : {}
  const named = [
    { id: isRecord(segment) && segment.id, path: 'trigger.segment.id' },
    { id: isRecord(broadcast) && broadcast.segment, path: 'trigger.broadcast.segment' },
  ]
  const starts = named.flatMap(({ id, path }) => (typeof id === 'string' ? [{ id, path }] : []))
  return [...starts, ...comparisonsIn(document)]
}

function comparisonsIn(part: unknown, path = '', node?: string): SegmentReference[] {
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(part)) return part.flatMap((one, index) => comparisonsIn(one, at(index), node))
  if (!isRecord(part)) return []
  if (part.field === SEGMENTS)
    return segmentsOf(part as { value: string }).map(id => ({
      id,
      path: at('value'),
      ...(node === undefined ? {} : { node }),
    }))
  const inside = /^nodes\.\d+$/.test(path) && typeof part.id === 'string' ? part.id : node
  return Object.entries(part).flatMap(([key, value]) => comparisonsIn(value, at(key), inside))
}

/** Who uses each segment: workflows that are not archived, by their live version or their draft, and other segments. */
export async function readUses(
  tx: Sql,
  organisationId: string,
  segments: readonly SegmentRow[],
): Promise<Map<string, SegmentUse[]>> {
  const uses = new Map<string, SegmentUse[]>(segments.map(({ id }) => [id, []]))
  const { rows } = await tx.query<{ id: string; name: string; documents: unknown[] }>(
    `SELECT w.id, w.name, jsonb_build_array(w.draft, v.definition) AS documents
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.status <> 'cancelled'
       AND (w.draft::text LIKE '%"${SEGMENTS}"%' OR v.definition::text LIKE '%"${SEGMENTS}"%'
         OR w.draft -> 'trigger' ?| '{segment,broadcast}' OR v.definition -> 'trigger' ?| '{segment,broadcast}')
     ORDER BY lower(w.name), w.id`,
    [organisationId],
  )
  for (const { id, name, documents } of rows) {
    const referred = new Set(documents.flatMap(document => referencesIn(document)).map(one => one.id))
    for (const segment of referred) uses.get(segment)?.push({ type: 'workflow', id, name })
  }
  for (const { id, name, condition } of segments)
    for (const segment of referredIn(condition)) uses.get(segment)?.push({ type: 'segment', id, name })
  return uses
}
