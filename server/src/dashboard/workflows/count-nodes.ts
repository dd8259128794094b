import type { NodeCounts } from '@millrace/contract/dashboard/workflows'
import type { Sql } from '#db/sql.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { type Sight, seenRuns } from '../lists/sight.ts'

/** Enough to show what a workflow does, and fast to read however many there are. */
const LATEST = 1_000

/** By which connection a run left a step that has several, as its record says it. */
const HANDLE = `CASE s.type
  WHEN 'branch' THEN CASE s.detail->>'taken' WHEN 'else' THEN 'else' ELSE 'cases.' || (s.detail->>'taken') END
  WHEN 'split' THEN 'ways.' || (s.detail->>'taken')
  WHEN 'wait_for_event' THEN CASE s.detail->>'taken' WHEN 'timeout' THEN 'timeout' ELSE 'events.' || (s.detail->>'taken') END
  WHEN 'wait_for_task' THEN CASE s.detail->>'taken' WHEN 'timeout' THEN 'timeout' ELSE 'next' END
  WHEN 'wait_for_click' THEN CASE s.detail->>'taken' WHEN 'timeout' THEN 'timeout' ELSE 'next' END
  WHEN 'wait_for_answer' THEN CASE s.detail->>'taken' WHEN 'timeout' THEN 'timeout' ELSE 'next' END
  WHEN 'call_webhook' THEN CASE WHEN s.detail ? 'failed' THEN 'on_failure' ELSE 'next' END
  WHEN 'wait' THEN CASE WHEN s.detail ? 'passed' THEN 'if_passed' ELSE 'next' END
END`

interface Row {
  node_id: string
  completed: number
  skipped: number
  failed: number
}

/** For the canvas: the guests at each node, and what the latest runs did there, of the runs that the member sees. */
export async function countNodes(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  sight: Sight,
): Promise<NodeCounts> {
  const only = seenRuns(sight, 3)
  const latest = `SELECT r.id, r.outcome FROM runs r
    WHERE r.organisation_id = $1 AND r.workflow_id = $2 ${only === undefined ? '' : `AND ${only.condition}`}
    ORDER BY r.id DESC LIMIT ${LATEST}`
  const values = [organisationId, workflowId, ...(only === undefined ? [] : [only.value])]
  const [inside, { rows: steps }, { rows: ways }, { rows: clicks }, { rows: looked }] = await Promise.all([
    guestsInside(tx, organisationId, workflowId, only),
    tx.query<Row>(
      `SELECT s.node_id, count(*) FILTER (WHERE s.status = 'completed') AS completed,
              count(*) FILTER (WHERE s.status = 'skipped') AS skipped,
              count(*) FILTER (WHERE s.status = 'failed') AS failed
       FROM (${latest}) AS r JOIN every_step s ON s.organisation_id = $1 AND s.run_id = r.id
       GROUP BY s.node_id`,
      values,
    ),
    tx.query<NodeCounts['ways'][number]>(
      `SELECT s.node_id, way.handle, count(*) AS taken, count(*) FILTER (WHERE r.outcome = 'success') AS success
       FROM (${latest}) AS r JOIN every_step s ON s.organisation_id = $1 AND s.run_id = r.id
       CROSS JOIN LATERAL (SELECT ${HANDLE} AS handle) AS way
       WHERE s.status = 'completed' AND way.handle IS NOT NULL
       GROUP BY s.node_id, way.handle ORDER BY s.node_id, way.handle`,
      values,
    ),
    tx.query<{ node_id: string; clicked: number }>(
      `SELECT c.node_id, count(DISTINCT c.run_id) AS clicked
       FROM (${latest}) AS r JOIN message_clicks c ON c.organisation_id = $1 AND c.run_id = r.id
       GROUP BY c.node_id`,
      values,
    ),
    tx.query<{ runs: number }>(`SELECT count(*) AS runs FROM (${latest}) AS looked`, values),
  ])
  const standing = new Map<string, number>()
  for (const { node_id, guests } of inside.versions.flatMap(({ nodes }) => nodes)) {
    if (node_id !== null) standing.set(node_id, (standing.get(node_id) ?? 0) + guests)
  }
  const taken = new Map(steps.map(step => [step.node_id, step]))
  const clicked = new Map(clicks.map(row => [row.node_id, row.clicked]))
  const ids = [...new Set([...taken.keys(), ...standing.keys()])].sort()
  return {
    ways,
    runs: looked[0]?.runs ?? 0,
    nodes: ids.map(node_id => ({
      completed: 0,
      skipped: 0,
      failed: 0,
      ...taken.get(node_id),
      node_id,
      inside: standing.get(node_id) ?? 0,
      clicked: clicked.get(node_id) ?? 0,
    })),
  }
}
