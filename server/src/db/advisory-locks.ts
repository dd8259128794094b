/**
 * Every advisory lock of Millrace. PostgreSQL knows them only by number, in one space for the whole database: two
 * meanings of one number would block each other without a reason.
 */

/**
 * Work that only one process does at a time. Never give a number a second meaning: the previous release may hold it.
 */
export const jobLocks = {
  migrate: 7_236_413,
  maintain: 7_236_414,
  keepCounts: 7_236_416,
  dropOldMonths: 7_236_418,
  startScheduled: 7_236_419,
  keepSegments: 7_236_420,
} as const

/**
 * Locks on something with a name, by `hashtextextended(name, seed)`: each kind has a seed, so that the same name is a
 * different lock.
 */
export const lockSeeds = {
  /** An organisation's idempotency key. */
  idempotencyKey: 0,
  /** The subject of a strict limit. */
  strictLimit: 1,
  /** A guest whose events and listening runs must see each other. */
  listeningGuest: 17,
  /** A guest whose concurrent visits must see each other. */
  visitingGuest: 18,
  /** An organisation whose concurrent soft bounces must see each other. */
  softBounces: 19,
  /** An organisation whose pieces must not take one name twice. */
  pieces: 20,
} as const
