/**
 * Every advisory lock of Millrace. PostgreSQL knows them by number alone, and all of a database share one space: two
 * meanings of one number would wait for each other without a reason.
 */

/** What one process at a time does. Never give a number a second meaning: the previous release may hold it. */
export const jobLocks = {
  migrate: 7_236_413,
  maintain: 7_236_414,
  keepCounts: 7_236_416,
  dropOldMonths: 7_236_418,
} as const

/**
 * Locks on something that has a name, by `hashtextextended(name, seed)`: each kind has a seed, so that the same name
 * means another lock.
 */
export const lockSeeds = {
  /** An organisation's idempotency key. */
  idempotencyKey: 0,
  /** What a strict limit counts for. */
  strictLimit: 1,
  /** A guest whose events and listening runs must see each other. */
  listeningGuest: 17,
} as const
