import type { RunInList, RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import type { Sql } from '#db/sql.ts'
import { readWords } from '#guests/timeline/read-words.ts'
import { stepSentence } from '#guests/timeline/step-sentence.ts'
import { listSteps } from '#runs/read/list-steps.ts'
import { isRecord } from '#workflows/record.ts'
import { readMessages } from '../outbox/read-messages.ts'
import { shownNode } from '../shown-definition.ts'
import { shownUrl } from '../shown-url.ts'

/** Everything about a run: its steps in order, each with what it sent and every attempt to send it. */
export async function inspectRun(tx: Sql, organisationId: string, run: RunInList): Promise<RunInspection> {
  const { rows } = await tx.query<Omit<RunInspection, 'run' | 'steps'>>(STATEMENT, [
    organisationId,
    run.id,
    run.workflow_id,
    run.workflow_version,
    run.org_reg_id,
  ])
  const [steps, messages, words] = await Promise.all([
    listSteps(tx, organisationId, run.id),
    readMessages(tx, organisationId, { runId: run.id }),
    readWords(tx, organisationId),
  ])
  const found = rows[0] as Omit<RunInspection, 'run' | 'steps'>
  const nodes = nodesOf(found.definition)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]).filter(isLabelled))
  const byNode = new Map(messages.map(message => [message.node_id, message]))
  return {
    ...found,
    run,
    definition: found.definition && { ...found.definition, nodes: nodes.map(shownNode) },
    points: found.points.map(entry => ({ ...entry, created_at: new Date(entry.created_at).toISOString() })),
    steps: steps.map((step): RunStep => {
      const message = byNode.get(step.node_id)
      const label = labels.get(step.node_id) ?? null
      const sentence = stepSentence({ data: { ...step }, label }, words, { beside: true })
      return { ...step, label, sentence, detail: shownDetail(step.detail), ...(message && { message }) }
    }),
  }
}

type Node = Record<string, unknown>

const isLabelled = (entry: unknown[]): entry is [string, string] => typeof entry[1] === 'string'

/** As far as the document is readable. */
const nodesOf = (definition: unknown): Node[] =>
  isRecord(definition) && Array.isArray(definition.nodes) ? definition.nodes.filter(isRecord) : []

/** A run can be viewed without the credentials that its workflow calls others with. */
const shownDetail = (detail: Node): Node =>
  typeof detail.url === 'string' ? { ...detail, url: shownUrl(detail.url) } : detail

const STATEMENT = `
  SELECT r.input,
    (SELECT json_build_object('id', g.id, 'name', g.name, 'email', g.email)
     FROM guests g WHERE g.organisation_id = $1 AND g.id = $5) AS guest,
    (SELECT v.definition FROM workflow_versions v
     WHERE v.organisation_id = $1 AND v.workflow_id = $3 AND v.version = $4) AS definition,
    coalesce((SELECT json_agg(json_build_object('node_id', p.node_id, 'points', p.points, 'reason', p.reason,
                'created_at', p.created_at) ORDER BY p.created_at)
     FROM points_entries p WHERE p.organisation_id = $1 AND p.run_id = r.id), '[]') AS points,
    coalesce((SELECT json_agg(json_build_object('id', t.id, 'node_id', t.node_id, 'title', t.title, 'status', t.status)
                ORDER BY t.created_at)
     FROM tasks t WHERE t.organisation_id = $1 AND t.run_id = r.id), '[]') AS tasks
  FROM runs r WHERE r.organisation_id = $1 AND r.id = $2`
