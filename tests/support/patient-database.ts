import type pg from 'pg'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { PATIENCE_MS } from './patience.ts'

/**
 * What a test looks through behind the server. On a busy machine a hundred things that it prepares at once wait longer for
 * its few connections than the product lets anything wait.
 */
export function openPatiently(
  connection: pg.ClientConfig,
  options: Omit<Parameters<typeof openDatabase>[1], 'onError' | 'applicationName'>,
): Database {
  const database = openDatabase(connection, {
    ...options,
    applicationName: 'millrace test',
    onError: () => {},
  })
  for (const pool of [database.engine, database.tenant]) pool.options.connectionTimeoutMillis = PATIENCE_MS
  return database
}
