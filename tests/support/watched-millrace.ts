import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import type { Config } from '../../server/src/config/config.ts'
import type { Role } from '../../server/src/main.ts'

/** Names the folder for reports of the loop: with it, every test server has a separate thread and loop. */
export const LOOP_REPORTS_VARIABLE = 'MILLRACE_TEST_LOOP_REPORTS'

export interface WatchedServer {
  readonly config: Config
  readonly roles: readonly Role[]
  /** Where it writes what its loop did, when it ends. */
  readonly folder: string
  /** The tests that it is started for. */
  readonly file: string
}

/** The product in a thread, so that what holds its loop is its own work and not that of the tests. */
export async function startWatched(server: Omit<WatchedServer, 'file'>): Promise<{ stop(): Promise<void> }> {
  const workerData = { ...server, file: expect.getState().testPath }
  const thread = new Worker(new URL('watched-thread.ts', import.meta.url), { workerData })
  const ended = once(thread, 'exit')
  await Promise.race([
    once(thread, 'message'),
    ended.then(() => Promise.reject(new Error('the server ended before it was ready'))),
  ])
  return {
    async stop() {
      thread.postMessage('stop')
      await ended
    },
  }
}
