import { createAuthenticateClient } from '../../server/src/access/authenticate-client.ts'
import { createIdentify, tokens } from '../../server/src/access/identify.ts'
import { createKeyLimiter } from '../../server/src/access/key-limiter.ts'
import { prompt } from '../../server/src/base/overloaded.ts'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { outboundChecks } from '../../server/src/dashboard/workflows/outbound-checks.ts'
import type { Database } from '../../server/src/db/database.ts'
import { type AcceptEvent, createAcceptEvent } from '../../server/src/events/accept-event.ts'
import { createLoopGuard } from '../../server/src/events/loop-guard.ts'
import { createSns, type Sns } from '../../server/src/feedback/sns.ts'
import { listen } from '../../server/src/http/listen.ts'
import { buildServer } from '../../server/src/http/server.ts'
import { createBulkReading } from '../../server/src/members/bulk-reading.ts'
import { createIssuers } from '../../server/src/members/single-sign-on/issuer.ts'
import { createLogger } from '../../server/src/observability/logger.ts'
import { createMetrics } from '../../server/src/observability/metrics.ts'
import { createLanes } from '../../server/src/queue/lanes.ts'
import { openQueue } from '../../server/src/queue/open-queue.ts'
import { createUnsubscribeUrl } from '../../server/src/runs/unsubscribe/unsubscribe-url.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { testConfig } from './millrace.ts'
import { PATIENCE_MS } from './patience.ts'
import { openPatiently } from './patient-database.ts'

/** Another process's view of a database: separate pools, catalogue and batches. */
export interface Api {
  readonly url: string
  readonly acceptEvent: AcceptEvent
  stop(): Promise<void>
}

/** A busy machine makes nobody wait too long. */
const patient = { ...prompt, longestWaitMs: PATIENCE_MS }

/** Only the API on an existing database, assembled by hand so that a part can be a wrong one. */
export async function startApiOn(
  databaseUrl: string,
  replace: (database: Database) => Pick<Database, 'tenant'> = database => database,
  sns?: Sns,
): Promise<Api> {
  const config = await testConfig(databaseUrl)
  const connection = { connectionString: databaseUrl }
  const ignore = () => {}
  const opened = openPatiently(connection, { tenantConnections: 5, engineConnections: 5 })
  const database: Database = { ...opened, ...replace(opened) }
  const queue = openQueue(connection, {
    applicationName: 'millrace test queue',
    lanes: createLanes(() => performance.now()),
    leaseMs: 10_000,
    onError: ignore,
  })
  const catalogue = createCatalogue()
  const organisations = createOrganisationFactsCache()
  const acceptEvent = createAcceptEvent({
    database,
    catalogue,
    organisations,
    queue,
    tokens,
    loops: createLoopGuard(),
    admission: patient,
  })
  const keyLimiter = createKeyLimiter(opened.engine, ignore)
  const secrets = await loadSecrets(config)
  const policy = { allowPrivate: config.allowedPrivateAddresses, extraPorts: config.allowedPorts }
  const app = await buildServer({
    config,
    bulkReading: createBulkReading(),
    secrets,
    database,
    queue,
    catalogue,
    organisations,
    sealer: createSealer(secrets.master),
    policy,
    checks: outboundChecks(policy),
    issuers: createIssuers(policy),
    sns: sns ?? createSns(createHttpClient({ guard: createGuard(policy) })),
    unsubscribeUrl: createUnsubscribeUrl(config.baseUrl, secrets.unsubscribe),
    authenticateClient: createAuthenticateClient(opened, patient),
    identify: createIdentify(opened.engine, patient),
    keyLimiter,
    acceptEvent,
    logger: createLogger({ level: 'silent', destination: '/dev/null' }),
    metrics: createMetrics(),
  })
  await listen(app, config)
  return {
    url: config.baseUrl,
    acceptEvent,
    async stop() {
      await app.close()
      await keyLimiter.close()
      await queue.stop({ drainMs: 0 })
      await opened.close()
    },
  }
}
