import type { GuestsInside } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'

/** Which runs are counted: a condition over a run called r, about the third parameter. */
interface Only {
  readonly condition: string
  readonly value: unknown
}

/** How many runs of a workflow have not ended, by their version and the node where they stand. */
export async function guestsInside(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  only?: Only,
): Promise<GuestsInside> {
  const { rows } = await tx.query<{ version: number; node_id: string | null; guests: number }>(
    `SELECT workflow_version AS version, node_id, count(*) AS guests FROM runs r
     WHERE organisation_id = $1 AND workflow_id = $2 AND status IN ('queued', 'running', 'waiting', 'paused')
       ${only === undefined ? '' : `AND ${only.condition}`}
     GROUP BY workflow_version, node_id ORDER BY workflow_version DESC, count(*) DESC, node_id`,
    [organisationId, workflowId, ...(only === undefined ? [] : [only.value])],
  )
  const versions = Map.groupBy(rows, row => row.version)
  return {
    total: sum(rows),
    versions: [...versions].map(([version, nodes]) => ({
      version,
      guests: sum(nodes),
      nodes: nodes.map(({ node_id, guests }) => ({ node_id, guests })),
    })),
  }
}

const sum = (rows: readonly { guests: number }[]) => rows.reduce((total, { guests }) => total + guests, 0)
