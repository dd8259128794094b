import { expect, test } from 'vitest'
import { createLogger } from '#observability/logger.ts'
import type { Sql } from '../sql.ts'
import { type WatchedReplica, watchReplica } from './watch-replica.ts'

const same = { system: '7', timeline: 1, database: '16384', schema: 120 }
const answering = (row: () => object) => ({ query: async () => ({ rows: [row()] }) }) as unknown as Sql
const logger = createLogger({ level: 'silent', destination: '/dev/null' })

/** A replica whose last commit was so long ago. */
function watchOf(secondsAgo: number, isAway = () => false) {
  const now = Date.now()
  const lastCommit = new Date(now - secondsAgo * 1_000)
  const replica = answering(() => {
    if (isAway()) throw new Error('gone')
    return { ...same, position: '0/10', lastCommit }
  })
  const primary = answering(() => ({ ...same, at: new Date(now), position: '0/20' }))
  return watchReplica({ primary, replica }, logger)
}

const untilUsed = (watch: WatchedReplica, used: boolean) => expect.poll(() => watch.isUsed()).toBe(used)

test('a replica is used until it is a minute behind', async () => {
  const [close, far] = [watchOf(59), watchOf(61)]
  await untilUsed(close, true)
  await expect.poll(() => far.behindMs()).toBe(61_000)
  expect([close.behindMs(), far.isUsed()]).toEqual([59_000, false])
  expect(close.ageAt('0/10')?.behindMs).toBeGreaterThanOrEqual(59_000)
  await Promise.all([close.stop(), far.stop()])
})

test('who reads from it learns when it is not to be waited for, once', async () => {
  let away = false
  const watch = watchOf(1, () => away)
  await untilUsed(watch, true)
  let ended = 0
  const forget = watch.onEnd(() => ended++)
  away = true
  await expect.poll(() => ended, { timeout: 5_000 }).toBe(1)
  expect(watch.isUsed()).toBe(false)
  forget()
  away = false
  await expect.poll(() => watch.isUsed(), { timeout: 5_000 }).toBe(true)
  await watch.stop()
  expect(ended).toBe(1)
})

test('after an answer that took too long, it is used when it was looked at again', async () => {
  const watch = watchOf(1)
  await untilUsed(watch, true)
  watch.distrust()
  expect(watch.isUsed()).toBe(false)
  await expect.poll(() => watch.isUsed(), { timeout: 5_000 }).toBe(true)
  await watch.stop()
})
