import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { Fault } from './validation/fault.ts'

/** A workflow as far as starts are concerned. */
interface Starting {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly starts: readonly string[]
}

/**
 * What is wrong with the workflows that a document starts: one that does not exist, is archived, or leads back to this
 * workflow. Under the lock of lock-workflow.ts two that are published at once cannot make a circle.
 */
export async function startFaults(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  { nodes }: WorkflowDefinition,
): Promise<Fault[]> {
  if (!nodes.some(({ type }) => type === 'start_workflow')) return []
  const { rows } = await tx.query<Starting>(
    `SELECT w.id, w.name, w.status,
            coalesce(jsonb_path_query_array(v.definition, '$.nodes[*] ? (@.type == "start_workflow").workflow'), '[]') AS starts
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1`,
    [organisationId],
  )
  const known = new Map(rows.map(row => [row.id, row]))
  return nodes.flatMap((node, index) => {
    if (node.type !== 'start_workflow') return []
    const message = problemWith(node.workflow, workflowId, known)
    return message === undefined ? [] : [{ path: `nodes.${index}.workflow`, node: node.id, message }]
  })
}

function problemWith(target: string, self: string, known: ReadonlyMap<string, Starting>): string | undefined {
  const workflow = known.get(target)
  if (workflow === undefined) return `There is no workflow ${target}.`
  if (workflow.status === 'cancelled') return `"${workflow.name}" is archived, and cannot be started.`
  const way = wayBack(target, self, known)
  if (way === undefined) return undefined
  const names = [self, ...way].map(id => `"${known.get(id)?.name ?? id}"`)
  return `The workflow would start itself: ${names.join(' → ')}.`
}

/** From one workflow to another, over what live versions start; undefined: there is no such way. */
function wayBack(from: string, to: string, known: ReadonlyMap<string, Starting>): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  const open = [from]
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (id === to) {
      const way: string[] = []
      for (let at: string | undefined = id; at !== undefined; at = cameFrom.get(at)) way.unshift(at)
      return way
    }
    for (const next of known.get(id)?.starts ?? []) {
      if (cameFrom.has(next) || known.get(next)?.status === 'cancelled') continue
      cameFrom.set(next, id)
      open.push(next)
    }
  }
  return undefined
}
