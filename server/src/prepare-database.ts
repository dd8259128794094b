import type pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { installQueue } from '#queue/install-queue.ts'

/** Our schema and the queue's. Safe to run again, and while another process serves. */
export async function prepareDatabase(connection: pg.ClientConfig): Promise<void> {
  await migrate(connection)
  await installQueue(connection)
}
