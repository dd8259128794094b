import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { hasMasterKey, loadSecrets } from '#config/secrets.ts'
import { CannotOpen, createSealer } from '#secrets/sealer.ts'
import { resealAll } from '../secrets/reseal-all.ts'

export interface ContentFacts {
  /** How long the oldest work that could be done has been waiting; null where there is none. */
  overdueSeconds: number | null
  /** Why a stored secret cannot be opened with the master key, in a sentence; undefined where all can. */
  unopened: string | undefined
}

/** What the tables hold. As the engine, whom row-level security lets see all of it; nothing of it is committed. */
export async function examineContents(client: pg.Client, config: Config): Promise<ContentFacts> {
  await client.query('BEGIN; SET LOCAL ROLE millrace_engine; SET LOCAL search_path TO millrace')
  try {
    return { overdueSeconds: await readOverdue(client), unopened: await tryToOpen(client, config) }
  } finally {
    await client.query('ROLLBACK')
  }
}

async function readOverdue(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM now() - least(
       (SELECT min(resumes_at) FROM runs WHERE resumes_at <= now() AND status = 'waiting'),
       (SELECT min(created_at) FROM jobs WHERE NOT claimed)
     ))::float8 AS seconds`,
  )
  return rows[0]?.seconds ?? null
}

/** What `secrets reseal` would do, and is not to be done. */
async function tryToOpen(client: pg.Client, config: Config): Promise<string | undefined> {
  if (!hasMasterKey(config)) return undefined
  try {
    const sealer = createSealer((await loadSecrets(config)).master)
    await resealAll(client, sealer)
    return undefined
  } catch (error) {
    if (error instanceof CannotOpen) return error.message
    throw error
  }
}
