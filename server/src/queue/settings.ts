import type { Queue } from 'pg-boss'

/** Where pg-boss keeps its tables; `migrate` creates it for millrace_engine before anything else runs. */
export const QUEUE_SCHEMA = 'pgboss'

const FOREVER = 2_000_000_000

/**
 * What every queue has in common.
 *
 * A worker that died is found by its missing heartbeat: 10 seconds, the least that pg-boss takes, plus at most two
 * until the next look, one of retryDelay, and half of one until the next poll: under the promised 15. Growing
 * pauses would break that promise at the second crash, and what would need them, the outside world, is none of
 * these queues' business: a step that keeps failing is the run's failure, not the job's.
 *
 * A job is only ever given up by the code that works on it. Retries do not run out while PostgreSQL is away, and
 * retention, which counts from the moment a job could have started, does not reach what is unfinished.
 */
export const queueOptions: Omit<Queue, 'name'> = {
  partition: true,
  notify: true,
  heartbeatSeconds: 10,
  retryDelay: 1,
  retryLimit: FOREVER,
  retentionSeconds: FOREVER,
  // One batch takes well under a second; whoever needs two minutes is stuck, and is rolled back.
  expireInSeconds: 120,
  // Finished jobs are deleted as they finish, see work-jobs.ts; this is for any that an operator completes by hand.
  deleteAfterSeconds: 3600,
}

/** How often a working process looks for dead ones; one at a time does it. A look that comes a tick too early waits
 *  for the next, so it is every second or two. */
export const supervision = {
  supervise: true,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 600,
}
