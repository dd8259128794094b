import pg from 'pg'
import { isStoredId } from '#base/ids.ts'
import {
  type DistributedConfig,
  isDistributed,
  nameIn,
  ofAll,
  ofOrganisation,
  SEARCH_PATH,
  SETTINGS_OF_DISTRIBUTED,
} from './distributed/of-organisation.ts'
import { throughPooler } from './pooled.ts'
import { sendTogether } from './send-together.ts'
import type { Sql, SqlOfAll } from './sql.ts'
import { statementName } from './statement-name.ts'

/** Everything the product does happens in one of these two roles; see the head of migrations/0001_foundation.sql. */
export type Role = 'millrace_engine' | 'millrace_tenant'

export interface Database {
  /** Sees every organisation: for the worker, the command line, and the access layer before it knows the caller. */
  readonly engine: pg.Pool
  /** The same, for single statements that run on every request: they are prepared. */
  readonly engineSql: SqlOfAll
  /** Sees only the organisation that its transaction names, see `inTenant`. */
  readonly tenant: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  applicationName: string
  tenantConnections: number
  engineConnections: number
  /** Signs what these connections write to the audit log, see audit-pads.ts. */
  auditKey?: string
  onError(error: Error): void
  /** The connections go through a pooler in transaction mode, see pooled.ts. */
  pooled?: boolean
}

// bigint columns hold points and revisions, far below 2^53, and code expects numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(connection: DistributedConfig, options: DatabaseOptions): Database {
  const pool = (role: Role, max: number) => {
    const { options: session, ...usual } = settings(
      connection,
      role,
      options.applicationName,
      options.auditKey,
    )
    const opened = new pg.Pool({ ...usual, max, ...(options.pooled ? {} : { options: session }) })
    // A connection that dies while idle is replaced at its next use; without a listener, the event would end the
    // process.
    opened.on('error', options.onError)
    // The same for one that dies in use: the failed statement reports it.
    opened.on('connect', client => client.on('error', () => {}))
    return ofAll(
      options.pooled ? throughPooler(opened, sessionOf(role, connection, options.auditKey)) : opened,
    )
  }
  const engine = pool('millrace_engine', options.engineConnections)
  const tenant = pool('millrace_tenant', options.tenantConnections)
  return {
    engine,
    engineSql: preparedOn(engine),
    tenant,
    async close() {
      await Promise.all([engine.end(), tenant.end()])
    },
  }
}

/**
 * The server ends idle transactions: a frozen process must not keep its locks, because the runs it holds could not
 * continue elsewhere. JIT is on by default in most packages of PostgreSQL, and compiles what takes less time to run: on
 * Debian's it was more than half of the database's time for an event.
 */
const sessionOf = (
  role: Role,
  { naming }: DistributedConfig,
  auditKey?: string,
): readonly (readonly [setting: string, value: string])[] => [
  ['role', role],
  ['search_path', naming === undefined ? 'millrace' : SEARCH_PATH],
  ['idle_in_transaction_session_timeout', '5000'],
  ['timezone', 'UTC'],
  ['jit', 'off'],
  ...(naming === undefined ? [] : SETTINGS_OF_DISTRIBUTED),
  ...(auditKey === undefined ? [] : [['millrace.audit_key', auditKey] as const]),
]

export function settings(
  connection: DistributedConfig,
  role: Role,
  applicationName: string,
  auditKey?: string,
): pg.PoolConfig {
  return {
    ...connection,
    application_name: applicationName,
    options: sessionOf(role, connection, auditKey)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    // Statements of one transaction are sent without waiting for the previous answer.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A database that hangs counts as unavailable, and the caller gets an error. Longer than any of our statements
    // takes.
    query_timeout: 15_000,
    keepAlive: true,
  } as pg.PoolConfig
}

/** An open transaction. */
export interface Transaction extends SqlOfAll {
  /** A write that was sent and need not be awaited: COMMIT follows it at once, and fails if it failed. */
  later(written: Promise<unknown>): void
  onCommit(then: () => void): void
}

/** Runs `work` in one transaction of the engine. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<T> {
  return transact(pool, 'BEGIN', ending, work)
}

/**
 * Runs `work` in one transaction that sees a single organisation. The setting is local to the transaction, so a
 * connection never carries one request's organisation into the next.
 */
export async function inTenant<T>(
  database: Pick<Database, 'tenant'>,
  organisationId: string,
  work: (tx: Transaction) => Promise<T>,
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<T> {
  const begin = `BEGIN; SET LOCAL millrace.organisation_id = '${uuid(organisationId)}'`
  return transact(ofOrganisation(database.tenant, organisationId), begin, ending, work)
}

/**
 * Each statement in a transaction that sees a single organisation: for work that waits for a thread between two
 * statements, and must not keep a connection meanwhile.
 */
export const tenantSql = (database: Pick<Database, 'tenant'>, organisationId: string): Sql => ({
  query: (text, values) => inTenant(database, organisationId, tx => tx.query(text, values)),
})

async function transact<T>(
  pool: pg.Pool,
  begin: string,
  ending: 'COMMIT' | 'ROLLBACK',
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { naming } = pool.options as DistributedConfig
  const client = await pool.connect()
  const sent: Promise<unknown>[] = []
  const later = (written: Promise<unknown>) => {
    // Its failure is reported below; without this it would count as unhandled until then.
    written.catch(() => {})
    sent.push(written)
  }
  const afterwards: (() => void)[] = []
  const onCommit = (then: () => void) => {
    afterwards.push(then)
  }
  const together = sendTogether(client)
  const query: Sql['query'] = (text, values) => {
    together()
    return client.query(prepared(text, values))
  }
  const of: Transaction['of'] =
    naming &&
    (organisationId => ({
      query(text, values) {
        together()
        return client.query(nameIn(naming, organisationId, prepared(text, values)))
      },
    }))
  let broken: Error | undefined
  try {
    // The first statement of `work` follows in the same packet; if BEGIN fails, so does that statement.
    later(query(begin))
    const result = await work({ query, of, later, onCommit })
    together()
    const ended = client.query(ending)
    later(ended)
    await Promise.all(sent)
    // COMMIT of a failed transaction answers ROLLBACK, without an error.
    if ((await ended).command !== ending)
      throw new Error(`the transaction ended with ${(await ended).command}`)
    if (ending === 'COMMIT') for (const then of afterwards) then()
    return result
  } catch (error) {
    const first = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
    await client.query('ROLLBACK').catch(failure => {
      broken = failure
    })
    throw (error as { code?: string }).code === AFTER_ANOTHER && first?.status === 'rejected'
      ? first.reason
      : error
  } finally {
    client.release(broken)
  }
}

/** A statement was refused because an earlier one of its transaction had failed: that one says why. */
const AFTER_ANOTHER = '25P02'

/** For questions that the database answers at once if at all. A connection that is dead is noticed, and replaced. */
export const askingBriefly = (pool: pg.Pool): Sql => ({
  query: (text, values) => pool.query({ text, values, query_timeout: BRIEFLY_MS } as pg.QueryConfig),
})
const BRIEFLY_MS = 3_000

/** Single statements that are prepared, and so planned once for each connection. */
export const preparedOn = (pool: pg.Pool): SqlOfAll => ({
  query: (text, values) => pool.query(prepared(text, values)),
  of: isDistributed(pool) ? organisationId => preparedOn(ofOrganisation(pool, organisationId)) : undefined,
})

const prepared = (text: string, values: unknown[] | undefined): pg.QueryConfig =>
  values === undefined ? { text } : { name: statementName(text), text, values }

/** SET takes no parameters, so the value becomes part of the statement; it must be a UUID and nothing else. */
function uuid(value: string): string {
  if (!isStoredId(value)) throw new Error('an organisation id is a UUID')
  return value
}
