import pg from 'pg'
import { StartupError } from '#base/startup-error.ts'

export const DATABASE = 'millrace'
const WRONG_PASSWORD = '28P01'

/**
 * A new cluster has only PostgreSQL's own databases. Checked at each start: the first start may have been
 * interrupted.
 */
export async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'millrace start' })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== WRONG_PASSWORD) throw error
    throw new StartupError(
      'The file postgres-password of the data folder does not fit its database: restore both from the same backup.',
    )
  } finally {
    await client.end()
  }
}
