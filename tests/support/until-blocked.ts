import pg from 'pg'
import { eventually } from './millrace.ts'

/**
 * Until so many sessions of this database wait for locks that others have. `pg_locks` would count those of all
 * databases of the server, which other tests use at the same time.
 */
export async function untilBlocked(databaseUrl: string, sessions = 1): Promise<void> {
  // As the administrator: the product's roles cannot see what sessions wait for.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await eventually(
      () =>
        client.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ({ rowCount }) => rowCount === sessions,
    )
  } finally {
    await client.end()
  }
}
