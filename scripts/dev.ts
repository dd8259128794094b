// What `npm run dev` runs: the product while it is worked on, at one address.
//
//   npm run dev                       the server restarts when its files change, the pages change in place
//   npm run dev -- --inspect          with a debugger's port: 9229, or --inspect=PORT for another
//
// PORT, HOST, MILLRACE_DATA_DIR and the other variables mean what they mean for `npm start`.
import { once } from 'node:events'
import { decideConfig } from '../server/src/config/config.ts'
import { readEnv } from '../server/src/config/env.ts'
import { openPostgres } from '../server/src/postgres.ts'
import { freePort } from './dev/free-port.ts'
import { servePages } from './dev/pages.ts'
import { postgresUrl } from './dev/postgres-url.ts'
import { readInspect } from './dev/read-inspect.ts'
import { watchServer } from './dev/watch-server.ts'

const inspect = readInspect(process.argv.slice(2))
const config = decideConfig(readEnv())
const stopping = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

// The database keeps running over the restarts: otherwise each would take the seconds of stopping and starting it.
const postgres = await openPostgres(config, sentence => process.stderr.write(`${sentence} …\n`))
try {
  const port = await freePort()
  const pages = await servePages({ host: config.host, port: config.port, server: port })
  try {
    const server = watchServer({
      inspect,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        // Its administrator, because the server that is given an address also migrates with it.
        DATABASE_URL: config.databaseUrl ?? postgresUrl(postgres.admin),
        MILLRACE_AUTH_URL: config.authUrl,
        MILLRACE_BASE_URL: config.baseUrl,
        MILLRACE_TRUSTED_PROXIES: [...config.trustedProxies, '127.0.0.1'].join(','),
      },
    })
    await Promise.race([stopping, server.ended, postgres.lost])
    await server.stop()
  } finally {
    await pages.close()
  }
} finally {
  await postgres.stop()
}
process.exit()
