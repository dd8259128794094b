import { reportNetworks } from '#access/key-networks.ts'
import { remindOfEnds } from '#access/remind-of-ends.ts'
import { type Repeating, repeat } from '#base/repeat.ts'
import { processDeliveries } from '#connections/process-deliveries.ts'
import { createPuller } from '#connections/pull/puller.ts'
import { repairPortion } from '#connections/repair/repair-portion.ts'
import { watchConnections } from '#connections/watch-connections.ts'
import { keepCounts } from '#counts/keep-counts.ts'
import { type Database, inTransaction, type Transaction } from '#db/database.ts'
import { anyOwner, databaseOf, forOwners } from '#db/distributed/owners.ts'
import { createDeliveryMetrics } from '#deliveries/delivery-metrics.ts'
import { type Channel, createDispatcher, type DispatcherParts } from '#deliveries/dispatcher.ts'
import { eraseLater } from '#erasure/erase-later.ts'
import type { AcceptEvent } from '#events/accept-event.ts'
import { workBackgroundJobs } from '#jobs/work-background-jobs.ts'
import { deliverNotices } from '#notices/deliver-notices.ts'
import { streamAlerts, streamAudit } from '#notices/stream-audit.ts'
import { watch } from '#notices/watch.ts'
import type { Logger } from '#observability/logger.ts'
import type { Metrics } from '#observability/metrics.ts'
import type { Handler, Queue } from '#queue/queue.ts'
import { advance } from '#runs/advance.ts'
import { type AdvanceJob, runsOf } from '#runs/advance-job.ts'
import { isFinal } from '#runs/change/state.ts'
import { carryOutEndings } from '#runs/commands/carry-out-endings.ts'
import { askGuests } from '#runs/confirmation/ask-guests.ts'
import type { ConfirmUrl } from '#runs/confirmation/confirm-url.ts'
import { createMonthsOfRuns } from '#runs/load/months-of-runs.ts'
import type { UnsubscribeUrl } from '#runs/unsubscribe/unsubscribe-url.ts'
import { resumePaused } from '#runs/waits/resume-paused.ts'
import { wakeDue } from '#runs/waits/wake-due.ts'
import { learnSources } from '#sources/learn-sources.ts'
import { steps } from '#steps/table.ts'
import { createSender } from '#subscriptions/sender.ts'
import { startScheduled } from '#triggers/start-scheduled.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { keepSegments } from '#workflows/segments/keep-segments.ts'
import { lookForWork, type Work } from './look-for-work.ts'
import { maintain } from './maintain.ts'
import { createPublishAuditHeads } from './publish-audit-heads.ts'
import { refreshStatistics } from './refresh-statistics.ts'
import { workLanes } from './work-lanes.ts'

export interface WorkerParts extends Omit<DispatcherParts, 'queue'> {
  readonly database: Pick<Database, 'engine' | 'engineSql' | 'tenant'>
  readonly acceptEvent: AcceptEvent
  readonly queue: Queue
  readonly catalogue: Catalogue
  readonly unsubscribeUrl: UnsubscribeUrl
  readonly confirmUrl: ConfirmUrl
  /** Where the ends of audit logs are published besides the log. */
  readonly auditHeads?: string | undefined
  /** Where the operator wants all entries of audit logs, and where alerts alone. */
  readonly auditStream?: string | undefined
  readonly alerts?: string | undefined
  readonly logger: Logger
  readonly metrics: Metrics
}

export interface Worker {
  /** Starts nothing new, and finishes what was started within 6 seconds. */
  stop(): Promise<void>
}

const WAKE_BATCH = 1_000
/** The time within which work is found of which nobody said anything. */
const LOOK_EVERY_MS = 500
/** How often these do their work without being asked, in case the look for it fails. */
const UNASKED_MS = 10_000
/** A third of a lease: two extensions may fail before a message would go to another process. */
const RENEW_EVERY_MS = 4_000
/** The time within which a broadcast begins that a member sends, and in which its pace is kept. */
const SCHEDULES_EVERY_MS = 1_000
/** The time within which a page is fetched that a member asks for. */
const PULLS_EVERY_MS = 1_000
const JOBS_EVERY_MS = 1_000
/** The time within which a guest is sent the link by which they confirm a consent. */
const CONFIRMATIONS_EVERY_MS = 1_000
const CONFIRMATIONS_AT_ONCE = 200
const SOURCES_EVERY_MS = 10_000
const SEGMENTS_EVERY_MS = 5_000
const COUNTS_EVERY_MS = 60_000
const REMIND_EVERY_MS = 600_000
const CONNECTIONS_EVERY_MS = 3_600_000
const NOTICES_EVERY_MS = 5_000
const STATISTICS_EVERY_MS = 5_000
const AUDIT_HEADS_EVERY_MS = 60_000
const WATCH_EVERY_MS = 10_000
const MAINTAIN_EVERY_MS = 3_600_000
/** Together with the shutdown time of the HTTP server less than the 10 seconds that service managers allow. */
const DRAIN_MS = 6_000

/** Which function works on which lane, and what runs on a schedule. */
export function startWorker(parts: WorkerParts): Worker {
  const { database, queue, logger, metrics } = parts
  const { attempts } = createDeliveryMetrics(metrics, database.engineSql)
  const dispatcher = createDispatcher(parts, {
    attempted(channel, outcome) {
      attempts.inc({ channel, outcome })
      sending[channel].soon()
    },
  })
  const whenAsked = (name: string, run: () => Promise<boolean>) =>
    repeat({ name, everyMs: UNASKED_MS, logger, run })
  const send = (channel: Channel) =>
    whenAsked(`sending ${channel}`, async () => (await dispatcher.turn(channel)) > 0)
  const sending: Record<Channel, Repeating> = {
    email: send('email'),
    sms: send('sms'),
    webhook: send('webhook'),
  }
  const sender = createSender(parts, () => subscribed.soon())
  const subscribed = whenAsked('sending to subscriptions', async () => (await sender.turn()) > 0)
  const puller = createPuller(parts, () => pulling.soon())
  const pulling = repeat({
    name: 'fetching pages',
    unhurried: true,
    everyMs: PULLS_EVERY_MS,
    logger,
    run: async () => (await puller.turn()) > 0,
  })
  const engine = { ...parts, steps, months: createMonthsOfRuns() }
  const advanceJobs: Handler<AdvanceJob> = async (jobs, settling) => {
    const advanced = await advance(runsOf(jobs), settling, engine)
    metrics.runsAdvanced.inc(advanced.length)
    for (const { status } of advanced) if (isFinal(status)) metrics.runsFinished.inc({ status })
    if (advanced.some(({ sends }) => sends)) for (const channel of Object.values(sending)) channel.soon()
  }
  workLanes(queue, advanceJobs)

  const publishAuditHeads = createPublishAuditHeads(database.engineSql, logger, parts.auditHeads)
  const renewing = repeat({
    name: 'renewing leases',
    everyMs: RENEW_EVERY_MS,
    logger,
    run: async () => {
      await dispatcher.renew()
      return false
    },
  })
  const portions = (name: string, where: string, portion: (tx: Transaction) => Promise<number>) =>
    whenAsked(name, () =>
      anyOwner(database, where, async ({ engine }) => (await inTransaction(engine, portion)) === WAKE_BATCH),
    )
  const reading = whenAsked('reading deliveries', () =>
    anyOwner(database, `connection_deliveries WHERE state IN ('waiting', 'held') AND due_at <= now()`, of =>
      processDeliveries({ ...parts, database: of }),
    ),
  )
  const eachOrganisation = (work: (of: WorkerParts['database']) => Promise<boolean>) => () =>
    anyOwner(database, 'organisations', work)
  const asked: Record<Work, Repeating> = {
    'sending email': sending.email,
    'sending sms': sending.sms,
    'sending webhook': sending.webhook,
    'sending to subscriptions': subscribed,
    'reading deliveries': reading,
    'reading held deliveries': reading,
    'waking runs': portions('waking runs', 'runs WHERE resumes_at <= now()', tx =>
      wakeDue(tx, queue, WAKE_BATCH),
    ),
    'resuming runs': portions('resuming runs', 'runs WHERE held_at IS NOT NULL', tx =>
      resumePaused(tx, queue, WAKE_BATCH),
    ),
    'ending runs': portions('ending runs', 'run_endings', tx => carryOutEndings(tx, WAKE_BATCH)),
  }
  const looking = repeat({
    name: 'looking for work',
    unhurried: true,
    everyMs: LOOK_EVERY_MS,
    logger,
    run: async () => {
      for (const work of await lookForWork(database.engineSql)) asked[work].now()
      return false
    },
  })
  const timers: Repeating[] = [
    // Reading has two kinds of work.
    ...new Set(Object.values(asked)),
    looking,
    pulling,
    repeat({
      name: 'starting scheduled runs',
      unhurried: true,
      everyMs: SCHEDULES_EVERY_MS,
      logger,
      run: () => anyOwner(database, 'schedules', of => startScheduled({ ...parts, database: of })),
    }),
    repeat({
      name: 'asking guests to confirm',
      unhurried: true,
      everyMs: CONFIRMATIONS_EVERY_MS,
      logger,
      run: () =>
        anyOwner(
          database,
          'guests WHERE email_asked_at IS NOT NULL AND NOT email_consent',
          async ({ engine }) =>
            (await inTransaction(engine, tx => askGuests(tx, parts.confirmUrl, CONFIRMATIONS_AT_ONCE))) ===
            CONFIRMATIONS_AT_ONCE,
        ),
    }),
    repeat({
      name: 'jobs',
      unhurried: true,
      everyMs: JOBS_EVERY_MS,
      logger,
      run: workBackgroundJobs({
        ...parts,
        eraseLater,
        repairPortion: leased =>
          repairPortion({ ...parts, database: databaseOf(database, leased.organisationId) }, leased),
      }),
    }),
    repeat({
      name: 'learning sources',
      unhurried: true,
      everyMs: SOURCES_EVERY_MS,
      logger,
      run: () => learnSources(database.engine),
    }),
    repeat({
      name: 'keeping segments',
      unhurried: true,
      everyMs: SEGMENTS_EVERY_MS,
      logger,
      run: () => anyOwner(database, 'segments', ({ engine }) => keepSegments(engine, logger)),
    }),
    repeat({
      name: 'counting hours',
      unhurried: true,
      everyMs: COUNTS_EVERY_MS,
      logger,
      run: eachOrganisation(({ engine }) => keepCounts(engine)),
    }),
    repeat({
      name: 'reminding of keys',
      unhurried: true,
      everyMs: REMIND_EVERY_MS,
      logger,
      run: async () => {
        await forOwners(database, 'organisations', ({ engine }) => inTransaction(engine, remindOfEnds))
        return false
      },
    }),
    repeat({
      name: 'watching connections',
      unhurried: true,
      everyMs: CONNECTIONS_EVERY_MS,
      logger,
      run: async () => {
        await forOwners(database, 'organisations', ({ engine }) => inTransaction(engine, watchConnections))
        return false
      },
    }),
    repeat({
      name: 'sending notices',
      unhurried: true,
      everyMs: NOTICES_EVERY_MS,
      logger,
      run: () =>
        anyOwner(database, 'notices WHERE due_at <= now()', ({ engineSql }) =>
          deliverNotices({ ...parts, sql: engineSql }),
        ),
    }),
    repeat({
      name: 'refreshing statistics',
      unhurried: true,
      everyMs: STATISTICS_EVERY_MS,
      logger,
      run: async () => {
        await inTransaction(database.engine, refreshStatistics)
        return false
      },
    }),
    repeat({
      name: 'publishing the ends of audit logs',
      unhurried: true,
      everyMs: AUDIT_HEADS_EVERY_MS,
      logger,
      run: async () => {
        await publishAuditHeads()
        return false
      },
    }),
    repeat({
      name: 'watching for suspicious use',
      unhurried: true,
      everyMs: WATCH_EVERY_MS,
      logger,
      run: async () => {
        const more = await anyOwner(database, 'organisations', watch)
        await inTransaction(database.engine, reportNetworks)
        return more
      },
    }),
    ...streams(parts),
    repeat({
      name: 'maintenance',
      everyMs: MAINTAIN_EVERY_MS,
      logger,
      run: () => maintain(database.engine),
    }),
  ]
  return {
    async stop() {
      const adding = Promise.all(timers.map(timer => timer.stop())).then(() =>
        Promise.all([dispatcher.drained(), sender.drained(), puller.drained()]),
      )
      await Promise.all([adding, queue.stop({ drainMs: DRAIN_MS, adding })])
      await renewing.stop()
    },
  }
}

/** One that cannot be reached does not hold up the other. */
function streams({ database, auditStream, alerts, logger }: WorkerParts) {
  const stream = (name: string, run: () => Promise<boolean>) =>
    repeat({ name, unhurried: true, everyMs: WATCH_EVERY_MS, logger, run })
  return [
    ...(auditStream === undefined
      ? []
      : [
          stream('sending audit logs', () =>
            anyOwner(database, 'organisations', ({ engineSql }) => streamAudit(engineSql, auditStream)),
          ),
        ]),
    ...(alerts === undefined
      ? []
      : [
          stream('sending alerts', () =>
            anyOwner(database, 'organisations', ({ engineSql }) => streamAlerts(engineSql, alerts)),
          ),
        ]),
  ]
}
