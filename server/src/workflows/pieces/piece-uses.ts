import type { PieceUse } from '@millrace/contract/dashboard/pieces'
import type { Sql } from '#db/sql.ts'
import { isRecord } from '../record.ts'
import { pieceReferences } from './expand-pieces.ts'

/** A document that names pieces. */
export interface UsingDocument {
  readonly workflow_id: string
  readonly workflow_name: string
  readonly document: Record<string, unknown>
  /** Guests get it: it is live, or guests are still in it. Otherwise it is a draft. */
  readonly live: boolean
}

/** The documents of workflows that are not archived which name any piece, by the names of the workflows. */
export async function readUsing(tx: Sql, organisationId: string): Promise<UsingDocument[]> {
  const { rows } = await tx.query<UsingDocument>(
    `SELECT * FROM (
       SELECT id AS workflow_id, name AS workflow_name, draft AS document, false AS live
       FROM workflows WHERE organisation_id = $1 AND status <> 'cancelled'
       UNION ALL
       SELECT w.id, w.name, v.definition, true
       FROM workflows w JOIN workflow_versions v ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id
       WHERE w.organisation_id = $1 AND w.status <> 'cancelled'
         AND (v.version = w.version OR EXISTS (
           SELECT FROM runs r WHERE r.organisation_id = w.organisation_id AND r.workflow_id = w.id
             AND r.workflow_version = v.version AND r.resumes_at IS NOT NULL))
     ) d
     WHERE document::text LIKE '%"piece"%'
     ORDER BY lower(workflow_name), workflow_id, live`,
    [organisationId],
  )
  return rows
}

/** Where each piece is used, by its key. */
export function usesIn(documents: readonly UsingDocument[]): Map<string, PieceUse[]> {
  const uses = new Map<string, PieceUse[]>()
  for (const { workflow_id, workflow_name, document, live } of documents)
    for (const [key, references] of Map.groupBy(pieceReferences(document), ({ key: named }) => named)) {
      const known = uses.get(key) ?? []
      uses.set(key, known)
      const same = known.find(use => use.workflow_id === workflow_id)
      const use = same ?? {
        workflow_id,
        workflow_name,
        steps: [],
        live: false,
        draft: false,
        transactional: false,
      }
      if (same === undefined) known.push(use)
      if (live) use.live = true
      else use.draft = true
      for (const { node } of references) {
        const step = stepName(document, node)
        if (!use.steps.includes(step)) use.steps.push(step)
        if (findNode(document, node)?.class === 'transactional') use.transactional = true
      }
    }
  return uses
}

/** Its label, or its id. */
export function stepName({ nodes }: Record<string, unknown>, id: string | undefined): string {
  const label = findNode({ nodes }, id)?.label
  return typeof label === 'string' && label !== '' ? label : (id ?? 'a step')
}

/** A draft may be anything. */
function findNode({ nodes }: Record<string, unknown>, id: string | undefined) {
  const found = (nodes as unknown[]).find(node => isRecord(node) && node.id === id)
  return isRecord(found) ? found : undefined
}

/** For a sentence: the workflow "Thank you" (steps thanks and reminder). */
export const useInWords = ({ workflow_name, steps }: PieceUse): string =>
  `the workflow "${workflow_name}" (${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')})`
