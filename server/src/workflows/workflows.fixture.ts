import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { ClientConfig } from 'pg'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction, openDatabase } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createWorkflow } from './create-workflow.ts'
import { publishWorkflow } from './publish-workflow.ts'

/** A database with one organisation, for tests of what people do with its workflows. */
export async function openWorkflows(test: { connection: ClientConfig; drop(): Promise<void> }) {
  const database: Database = openDatabase(test.connection, {
    applicationName: 'test of workflows',
    tenantConnections: 1,
    engineConnections: 4,
    onError: () => {},
  })
  const organisationId = newId()
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.engine.query(text, values)).rows
  await query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisationId, 'Test'])
  const within = <T>(work: (tx: Sql) => Promise<T>) => inTransaction(database.engine, work)

  return {
    database,
    organisationId,
    query,
    within,
    create: async (name: string, draft?: unknown) =>
      (
        await within(tx =>
          createWorkflow(tx, {
            organisationId,
            name,
            actor: 'ada',
            ...(draft === undefined ? {} : { draft }),
          }),
        )
      ).id,
    publish: (workflowId: string, document: unknown) =>
      within(tx => publishWorkflow(tx, { organisationId, workflowId, document, actor: 'ada' })),
    /** A run as the engine would have stored it. */
    async run(workflowId: string, given: { version?: number; status?: string; node?: string | null } = {}) {
      const { version = 1, status = 'waiting', node = 'pause' } = given
      const id = newId()
      await query(
        `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, node_id,
                           step_count, input, created_at, resumes_at)
         VALUES ($1, $2, $3, $4, $5, 'event', $6, $7, 1, '{}', clock_timestamp(),
                 CASE WHEN $6 = 'waiting' THEN now() + interval '1 day' END)`,
        [organisationId, id, workflowId, version, newId(), status, node],
      )
      return id
    },
    actions: async (subject: string) =>
      (
        await query<{ action: string }>('SELECT action FROM audit_entries WHERE subject = $1 ORDER BY id', [
          subject,
        ])
      ).map(({ action }) => action),
    async close() {
      await database.close()
      await test.drop()
    },
  }
}

/** The shortest workflow that listens to a source. */
export const listensTo = (source: string | null): WorkflowDefinition => ({
  trigger: { source },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
})
