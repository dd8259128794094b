import { join } from 'node:path'
import { hashCredential, newClientId, newSecret } from '../../server/src/access/credential.ts'
import { freePort } from '../support/free-port.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { startChild } from './child.ts'
import { drive } from './load.ts'
import { createProcessorTime, usedBy, usedByPostgres, usedHere } from './processor-time.ts'
import { type Bench, openBench, serve } from './service.ts'

/** Enough clients that the strict limit of 20 a minute is never met. */
const CLIENTS = 12_000
const CONNECTIONS = 64

/** Tokens issued a second, limited and durable, against an OAuth server that keeps them in memory. */
export const p7: Benchmark = {
  id: 'P7',
  async run({ seconds, rounds }) {
    const bench = await openBench({ guests: 1 })
    const port = await freePort()
    const theirs = await startChild(
      [join(import.meta.dirname, 'oidc-server.ts')],
      { PORT: String(port) },
      `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    )
    const clients = await createClients(bench)
    const ours = await serve(bench, 'api')
    try {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const load = (url: string, bodies: (connection: number) => string[]) =>
        drive({ url, seconds, connections: CONNECTIONS, headers, bodies })
      // Round by round the connections begin elsewhere, so that no client is asked for too often.
      let shift = 0
      const oursLoad = () => {
        shift += 1
        return load(`${ours.url}/oauth/token`, connection => slice(clients, connection, shift))
      }
      const theirBody =
        'grant_type=client_credentials&client_id=bench&client_secret=bench-secret-bench-secret'
      const theirsLoad = () => load(`http://127.0.0.1:${port}/token`, () => [theirBody])
      const tokens = createProcessorTime({
        'the process': usedBy(ours.child.pid),
        PostgreSQL: await usedByPostgres(bench.database.engineSql),
        'the load': usedHere,
      })
      const theirTokens = createProcessorTime({ 'the process': usedBy(theirs.pid), 'the load': usedHere })
      const figures = await inTurns(
        rounds,
        () => tokens.during(oursLoad),
        () => theirTokens.during(theirsLoad),
      )
      return {
        id: 'P7',
        what: 'tokens/s over many clients, limited and durable, 64 connections',
        against: 'oidc-provider, client credentials, in memory',
        unit: '/s',
        must: { atLeast: 1.3 },
        ...figures,
        notes: [`a token takes ${tokens.describe()}`, `one of oidc-provider ${theirTokens.describe()}`],
      }
    } finally {
      await ours.child.stop()
      await theirs.stop()
      await bench.close()
    }
  },
}

function slice(clients: string[], connection: number, shift: number): string[] {
  const each = Math.floor(clients.length / CONNECTIONS)
  const own = clients.slice(connection * each, (connection + 1) * each)
  const turn = (shift * 37) % own.length
  return [...own.slice(turn), ...own.slice(0, turn)]
}

async function createClients(bench: Bench): Promise<string[]> {
  const clients = Array.from({ length: CLIENTS }, () => ({ id: newClientId(), secret: newSecret() }))
  await bench.database.engine.query(
    `WITH new_keys AS (
       INSERT INTO api_keys (organisation_id, id, client_id, name)
       SELECT $1, gen_random_uuid(), client_id, 'bench' FROM unnest($2::text[]) AS t (client_id)
       RETURNING id, client_id
     )
     INSERT INTO api_key_secrets (organisation_id, key_id, hash)
     SELECT $1, k.id, s.hash FROM new_keys k
     JOIN unnest($2::text[], $3::bytea[]) AS s (client_id, hash) USING (client_id)`,
    [bench.organisationId, clients.map(({ id }) => id), clients.map(({ secret }) => hashCredential(secret))],
  )
  await bench.database.engine.query('ANALYZE')
  return clients.map(
    ({ id, secret }) => `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  )
}
