import pg from 'pg'
import { findPlaces } from './find-places.ts'
import { createNaming } from './naming.ts'
import type { DistributedConfig } from './of-organisation.ts'

/** How to connect to a migrated database, with how to speak to it if it is distributed. */
export async function recognise(connection: pg.ClientConfig): Promise<DistributedConfig> {
  const client = new pg.Client({ ...connection, application_name: 'millrace start' })
  await client.connect()
  try {
    const places = await findPlaces(client)
    return places === undefined ? connection : { ...connection, naming: await createNaming(places) }
  } finally {
    await client.end()
  }
}
