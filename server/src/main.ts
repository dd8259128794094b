import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createAuthenticateClient } from '#access/authenticate-client.ts'
import { createIdentify, tokens } from '#access/identify.ts'
import { createKeyLimiter } from '#access/key-limiter.ts'
import { armFaultPoint } from '#base/fault-point.ts'
import { type Admission, prompt } from '#base/overloaded.ts'
import { prepareEmails } from '#blocks/prepare.ts'
import { createChannels } from '#channels/channels.ts'
import { createReturnAddress } from '#channels/email/return-address.ts'
import { createGuard } from '#channels/guard/guard.ts'
import { createHttpClient } from '#channels/http/client.ts'
import { statusCallbackPath } from '#channels/sms/callback-paths.ts'
import { type Config, isOpenWithoutTls } from '#config/config.ts'
import { loadSecrets } from '#config/secrets.ts'
import { openDocumentChecks } from '#dashboard/workflows/document-checks.ts'
import { auditPads } from '#db/audit-pads.ts'
import { askingBriefly, openDatabase } from '#db/database.ts'
import { recognise } from '#db/distributed/recognise.ts'
import { migrate } from '#db/migrate.ts'
import { openReplica } from '#db/replica/replica.ts'
import { createShares } from '#db/shares.ts'
import { watchClock } from '#db/watch-clock.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { createAcceptEvent } from '#events/accept-event.ts'
import { createLoopGuard } from '#events/loop-guard.ts'
import { createSharing } from '#events/sharing.ts'
import { createCountReturned } from '#feedback/returned/count-returned.ts'
import { createSns } from '#feedback/sns.ts'
import { closeServer } from '#http/close.ts'
import { buildHealthServer } from '#http/health-server.ts'
import { listen } from '#http/listen.ts'
import { buildServer } from '#http/server.ts'
import { isMaintenanceStopped } from '#maintenance/trusted-clock.ts'
import { createBulkReading } from '#members/bulk-reading.ts'
import { setupLink } from '#members/secret.ts'
import { offerSetupLink } from '#members/setup-link.ts'
import { createIssuers } from '#members/single-sign-on/issuer.ts'
import { createCountedUrl } from '#messages/counted-url.ts'
import { createLogger, type Logger } from '#observability/logger.ts'
import { addGauge, createMetrics } from '#observability/metrics.ts'
import { watchDescriptors } from '#observability/watch-descriptors.ts'
import { keepAuditKey } from '#organisations/audit-key.ts'
import { foreignMasterKey } from '#organisations/foreign-master-key.ts'
import { createLanes } from '#queue/lanes.ts'
import { openQueue } from '#queue/open-queue.ts'
import { createConfirmUrl } from '#runs/confirmation/confirm-url.ts'
import { keepUnsubscribeKey } from '#runs/unsubscribe/unsubscribe-key.ts'
import { createUnsubscribeUrl } from '#runs/unsubscribe/unsubscribe-url.ts'
import { createSealer } from '#secrets/sealer.ts'
import { openSimulations } from '#simulation/simulate-aside.ts'
import { prepareTemplates } from '#templates/prepare.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { freeStranded } from '#worker/free-stranded.ts'
import { startWorker } from '#worker/start-worker.ts'
import { createCatalogue } from '#workflows/catalogue.ts'
import { openPostgres } from './postgres.ts'

export type Role = 'api' | 'worker'

export interface MillraceOptions {
  readonly roles: readonly Role[]
  progress(sentence: string): void
  /** How long a request may wait for the database; a second, if nothing else is said. */
  readonly longestWaitMs?: number
  /** Called when all is loaded and nothing is served yet: what holds the process for a moment belongs here. */
  readonly beforeServing?: () => void
}

export interface Millrace {
  readonly logger: Logger
  /** Where the embedded server keeps its files; undefined with DATABASE_URL. */
  readonly clusterDir: string | undefined
  /** Creates the first member; undefined when there is one, or no dashboard. */
  readonly setupLink: string | undefined
  stop(): Promise<void>
}

/**
 * A stop would wait without end for a database that neither answers nor refuses, and service managers kill after 10
 * seconds. What was acknowledged is on disk, so whatever has not ended by then may be left as it is.
 */
const LONGEST_STOP_MS = 9_000

/**
 * Starts all parts in the order of their dependencies, and stops them in reverse: first new requests are refused,
 * then running work finishes, then the connections and the database close.
 */
export async function startMillrace(
  config: Config,
  { roles, progress, longestWaitMs = prompt.longestWaitMs, beforeServing = () => {} }: MillraceOptions,
): Promise<Millrace> {
  const closing: (() => Promise<unknown> | unknown)[] = []
  let stopping = false
  let stopPostgres = async () => {}
  const stop = async () => {
    stopping = true
    const late = sleep(LONGEST_STOP_MS, undefined, { ref: false })
    for (const close of closing.splice(0).reverse()) await Promise.race([close(), late])
    await stopPostgres()
  }
  try {
    if (config.faultPoint) armFaultPoint(config.faultPoint)
    const derived = await loadSecrets(config)
    const logger = createLogger({ level: config.logLevel, destination: config.log })
    closing.push(() => new Promise(resolve => logger.flush(resolve)))
    closing.push(watchDescriptors(logger).stop)
    // Connections end when their server does; during a stop that is expected.
    const onError = (error: unknown) => {
      if (!stopping) logger.error({ err: error }, 'background work failed')
    }

    if (isOpenWithoutTls(config)) {
      progress(
        `Warning: HOST is ${config.host} and the published addresses are not https. Others can connect, and secrets travel unencrypted.`,
      )
    }
    const postgres = await openPostgres(config, progress, sentence => {
      logger.error(sentence)
      progress(sentence)
    })
    stopPostgres = postgres.stop
    await migrate(postgres.admin)
    const connection = await recognise(postgres.connection)

    const sealer = createSealer(derived.master)
    const auditKey = await keepAuditKey(postgres.connection, sealer, derived.audit).catch(foreignMasterKey)
    const pooled = config.databasePoolUrl !== undefined
    const database = openDatabase(
      pooled ? { connectionString: config.databasePoolUrl, naming: connection.naming } : connection,
      {
        applicationName: 'millrace',
        tenantConnections: 10,
        engineConnections: 10,
        auditKey: auditPads(auditKey),
        onError,
        pooled,
      },
    )
    closing.push(database.close)
    const clock = watchClock(askingBriefly(database.engine), logger)
    closing.push(clock.stop)
    await clock.matched
    const admission: Admission = { longestWaitMs, silentMs: clock.silentMs }
    const metrics = createMetrics()
    const catalogue = createCatalogue()
    const organisations = createOrganisationFactsCache()
    const secrets = {
      ...derived,
      audit: auditKey,
      unsubscribe: await keepUnsubscribeKey(database, sealer, derived.unsubscribe),
    }
    const unsubscribeUrl = createUnsubscribeUrl(config.baseUrl, secrets.unsubscribe)
    const policy = {
      allowPrivate: config.allowedPrivateAddresses,
      extraPorts: config.allowedPorts,
      own: [config.baseUrl, config.authUrl],
    }
    const queue = openQueue(connection, {
      applicationName: 'millrace queue',
      lanes: createLanes(() => performance.now()),
      leaseMs: config.leaseSeconds * 1_000,
      onError,
    })
    closing.push(() => queue.stop({ drainMs: 6_000 }))
    const acceptEvent = createAcceptEvent({
      database,
      catalogue,
      organisations,
      queue,
      tokens,
      loops: createLoopGuard(),
      admission,
      sharing: createSharing(database, { queue, tokens }, admission),
    })
    if (config.demo) await seedDemo({ database, acceptEvent })

    addGauge(metrics, 'millrace_jobs_ready', 'Jobs that wait for a worker.', () =>
      queue.countReady(database.engine),
    )
    addGauge(
      metrics,
      'millrace_maintenance_stopped',
      'Whether old data is not deleted, because the clock has jumped.',
      async () => Number(await isMaintenanceStopped(database.engineSql)),
    )
    if (roles.includes('worker')) {
      prepareTemplates()
      prepareEmails()
      clock.onJump(() => freeStranded(database.engineSql))
      const channels = createChannels(policy)
      closing.push(channels.close)
      const worker = startWorker({
        database,
        acceptEvent,
        queue,
        catalogue,
        organisations,
        channels,
        sealer,
        unsubscribeUrl,
        statusCallback: (organisationId, messageId) =>
          config.baseUrl + statusCallbackPath(organisationId, messageId),
        confirmUrl: createConfirmUrl(config.baseUrl, secrets.unsubscribe),
        countedUrl: createCountedUrl(config.baseUrl, secrets.unsubscribe),
        returnAddress: config.returnDomain
          ? createReturnAddress(config.returnDomain, secrets.unsubscribe)
          : undefined,
        auditHeads: config.auditHeads,
        auditStream: config.auditStream,
        alerts: config.alerts,
        logger,
        metrics,
      })
      closing.push(worker.stop)
    }
    if (config.returnDomain && config.returnListen) {
      // Few processes have one, and the libraries are large.
      const { listenForReturns } = await import('#feedback/returned/listen.ts')
      const returns = await listenForReturns(
        {
          database,
          domain: config.returnDomain,
          key: secrets.unsubscribe,
          logger,
          count: createCountReturned(metrics),
        },
        config.returnListen,
      )
      closing.push(returns.close)
    }
    const letIn = async (app: FastifyInstance) => {
      closing.push(() => closeServer(app))
      await app.ready()
      beforeServing()
      await listen(app, config)
    }
    let setup: string | undefined
    if (roles.includes('api')) {
      setup = await offerSetupLink(database)
      const keyLimiter = createKeyLimiter(database.engineSql, onError, config.mostRequestsPerMinute)
      closing.push(keyLimiter.close)
      const identify = createIdentify(database.engineSql, admission)
      const documents = openDocumentChecks(policy)
      closing.push(documents.close)
      const simulations = openSimulations()
      closing.push(simulations.close)
      const replica =
        config.databaseReadUrl === undefined
          ? undefined
          : openReplica(config.databaseReadUrl, { primary: database, admission, logger, metrics })
      if (replica !== undefined) closing.push(replica.close)
      const authenticateClient = createAuthenticateClient(database, admission)
      const parts = {
        config,
        secrets,
        database,
        shares: createShares(database, { now: () => performance.now(), admission }),
        ...(replica && { replica }),
        queue,
        catalogue,
        organisations,
        sealer,
        policy,
        checks: { ...documents.checks, imagesAt: config.baseUrl },
        issuers: createIssuers(policy),
        sns: createSns(createHttpClient({ guard: createGuard(policy) })),
        bulkReading: createBulkReading(),
        previewAside: documents.previewAside,
        simulateAside: simulations.simulateAside,
        unsubscribeUrl,
        authenticateClient,
        identify,
        keyLimiter,
        acceptEvent,
        logger,
        metrics,
      }
      await letIn(await buildServer(parts))
    } else {
      await letIn(await buildHealthServer({ config, database, acceptEvent, logger, metrics }))
    }
    logger.info({ roles }, 'started')
    return {
      logger,
      clusterDir: postgres.clusterDir,
      setupLink: setup && setupLink(config.baseUrl, setup),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
