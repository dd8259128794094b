// Does the time of an answer show whether a client_id exists? Measures pairs of requests, one for an unknown client
// and one for a known client with a wrong secret, in turn and in changing order, and compares their medians.
//
//   node tests/prove/token-timing.ts [pairs]
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { startMillrace } from '../../server/src/main.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { newAddress, testConfig } from '../support/millrace.ts'
import { openTestServer, withAdmin } from '../support/test-server.ts'
import { type Credentials, json, sendRaw } from '../support/token-request.ts'

const PAIRS = Number(process.argv[2] ?? 1_500)
const WARM_UP = 200
const ALLOWED_PERCENT = 5

const server = await openTestServer()
try {
  const { admin, prefix } = server.server
  const connection = { ...admin, database: `${prefix}_timing` }
  await withAdmin(admin, client => client.query(`CREATE DATABASE ${connection.database}`))
  await migrate(connection)
  const where = admin.host.startsWith('/')
    ? `localhost/${connection.database}?host=${encodeURIComponent(admin.host)}&port=${admin.port}`
    : `${admin.host}:${admin.port}/${connection.database}`
  const config = await testConfig(`postgresql://${admin.user}:${encodeURIComponent(admin.password)}@${where}`)
  const millrace = await startMillrace(config, { roles: ['api'], progress: () => {} })
  try {
    report(await measure(config.baseUrl, await knownClients(connection)))
  } finally {
    await millrace.stop()
  }
} finally {
  await server.close()
}

/** As many keys as a busy service has: a lookup among a few would say nothing. */
async function knownClients(connection: Parameters<typeof openDatabase>[0]): Promise<Credentials[]> {
  const options = {
    applicationName: 'millrace timing',
    tenantConnections: 1,
    engineConnections: 1,
    onError() {},
  }
  const database = openDatabase(connection, options)
  try {
    return await inTransaction(database.engine, async tx => {
      const organisationId = newId()
      await createOrganisation(tx, { id: organisationId, name: 'Timing' })
      const keys: Credentials[] = []
      for (let n = 0; n < 500; n++)
        keys.push(await createKey(tx, organisationId, 'timing', { name: `key ${n}` }))
      return keys
    })
  } finally {
    await database.close()
  }
}

interface Times {
  unknown: number[]
  wrong: number[]
}

async function measure(url: string, keys: readonly Credentials[]): Promise<Times> {
  const times: Times = { unknown: [], wrong: [] }
  const ask = async (kind: keyof Times, credentials: Credentials, counts: boolean) => {
    // Every request from a separate address: the limiter must have no part in it.
    const request = json()(credentials)
    const began = performance.now()
    const { status } = await sendRaw(url, {
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': newAddress() },
    })
    const took = performance.now() - began
    if (status !== 400) throw new Error(`expected 400, got ${status}`)
    if (counts) times[kind].push(took)
  }
  for (let n = 0; n < WARM_UP + PAIRS; n++) {
    const { clientId } = keys[n % keys.length] as Credentials
    const clientSecret = `mrsk_${'0'.repeat(49)}`
    const pair: [keyof Times, Credentials][] = [
      ['unknown', { clientId: `${clientId.slice(0, -4)}none`, clientSecret }],
      ['wrong', { clientId, clientSecret }],
    ]
    for (const [kind, credentials] of n % 2 === 0 ? pair : pair.reverse())
      await ask(kind, credentials, n >= WARM_UP)
  }
  return times
}

function report({ unknown, wrong }: Times): void {
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
  const [a, b] = [median(unknown), median(wrong)]
  const percent = (Math.abs(a - b) / Math.min(a, b)) * 100
  const micro = (ms: number) => `${Math.round(ms * 1_000)} us`
  console.log(`pairs            ${PAIRS}`)
  console.log(`unknown client   p50 ${micro(a)}`)
  console.log(`wrong secret     p50 ${micro(b)}`)
  console.log(`difference       ${percent.toFixed(2)} % (allowed: ${ALLOWED_PERCENT} %)`)
  if (percent >= ALLOWED_PERCENT) process.exitCode = 1
}
