import type { WorkflowDefinition } from '@millrace/contract/workflow'
import pg from 'pg'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction, settings } from '../../server/src/db/database.ts'
import { ofOrganisation } from '../../server/src/db/distributed/of-organisation.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { getToken } from './millrace.ts'
import type { TestDatabase } from './postgres.ts'
import { withAdmin } from './test-server.ts'

/** What a fault is tried on: a database with one organisation, its guests, and one workflow whose effects can be counted. */
export interface Ground {
  readonly databaseUrl: string
  /** The test's own way to the database, not through any proxy, and more patient than the product's. */
  readonly engine: pg.Pool
  /** The same for another organisation, which is elsewhere if the database is distributed. */
  engineOf(organisationId: string): pg.Pool
  readonly organisationId: string
  readonly workflowId: string
  readonly guestIds: readonly string[]
  /** 0 when the workflow does not wait. */
  readonly waitSeconds: number
  /** Whether each run also adds to a number of its guest. */
  readonly adds: boolean
  /** From the process at this address the first time, remembered after that. */
  token(url: string): Promise<string>
  /** How many sessions of this application are as the condition on pg_stat_activity says. */
  countSessions(applicationName: string, condition: string): Promise<number>
  close(): Promise<void>
}

export interface GroundOptions {
  readonly guests?: number
  readonly waitSeconds?: number
  readonly adds?: boolean
}

export const SOURCE = 'proof'
/** What one run of the workflow is worth. */
export const AWARDS: Readonly<Record<string, number>> = { first: 10, second: 5 }
export const TAG = 'proved'
/** What a run adds to an attribute of its guest. In binary fractions ten of them are not 1. */
export const ADDED = { attribute: 'added', amount: 0.1 } as const

type Shape = Pick<Ground, 'waitSeconds' | 'adds'>

/** Points, a tag, perhaps a wait, points again, perhaps an addition. */
function definition({ waitSeconds, adds }: Shape): WorkflowDefinition {
  const second = waitSeconds === 0 ? 'second' : 'pause'
  return {
    trigger: { source: SOURCE },
    start: 'first',
    nodes: [
      { id: 'first', type: 'award_points', points: AWARDS.first as number, next: 'tag' },
      { id: 'tag', type: 'add_tag', tag: TAG, next: second },
      ...(waitSeconds === 0
        ? []
        : [
            {
              id: 'pause',
              type: 'wait' as const,
              until: { after: { amount: waitSeconds, unit: 'seconds' as const } },
              next: 'second',
            },
          ]),
      { id: 'second', type: 'award_points', points: AWARDS.second as number, next: adds ? 'add' : 'end' },
      ...(adds
        ? [
            {
              id: 'add',
              type: 'update_guest' as const,
              changes: [{ field: `attributes.${ADDED.attribute}`, plus: ADDED.amount }],
              next: 'end',
            },
          ]
        : []),
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
}

/** The nodes of a run, in the order in which it takes them. */
export const nodesOf = (shape: Shape): string[] => definition(shape).nodes.map(node => node.id)

export async function openGround(
  testDatabase: TestDatabase,
  { guests = 20, waitSeconds = 0, adds = false }: GroundOptions = {},
): Promise<Ground> {
  const pool = new pg.Pool({
    ...settings(testDatabase.connection, 'millrace_engine', 'millrace test'),
    max: 4,
    connectionTimeoutMillis: 60_000,
  })
  // Where PostgreSQL is killed, so are these.
  pool.on('error', () => {})
  const organisationId = newId()
  const engine = ofOrganisation(pool, organisationId)
  const guestIds = Array.from({ length: guests }, newId)
  const { key, workflowId } = await inTransaction(engine, async tx => {
    await createOrganisation(tx, { id: organisationId, name: 'Proof' })
    const workflow = await createWorkflow(tx, { organisationId, name: 'Proof', actor: 'test' })
    const published = {
      organisationId,
      workflowId: workflow.id,
      document: definition({ waitSeconds, adds }),
      actor: 'test',
    }
    await publishWorkflow(tx, published)
    await tx.query('INSERT INTO guests (organisation_id, id) SELECT $1, id FROM unnest($2::uuid[]) AS id', [
      organisationId,
      guestIds,
    ])
    return {
      key: await createKey(tx, organisationId, 'test', { name: 'test', requestsPerMinute: 0 }),
      workflowId: workflow.id,
    }
  })
  let token: Promise<string> | undefined
  return {
    databaseUrl: testDatabase.url,
    engine,
    engineOf: id => ofOrganisation(pool, id),
    organisationId,
    workflowId,
    guestIds,
    waitSeconds,
    adds,
    token(url) {
      token ??= getToken(url, key)
      return token
    },
    countSessions: (applicationName, condition) =>
      // As the administrator: what sessions do is not for the product's own roles to see.
      withAdmin(testDatabase.connection, async client => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = $1 AND (${condition})`,
          [applicationName],
        )
        return rowCount ?? 0
      }),
    async close() {
      await engine.end()
      await testDatabase.drop()
    },
  }
}
