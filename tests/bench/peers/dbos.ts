import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { install } from './install.ts'

// Workflows wait in the queue until it is registered, so that the clock runs for the work alone.
const SCRIPT = `
  import dbos from '@dbos-inc/dbos-sdk'
  const { DBOS } = dbos
  const backlog = Number(process.env.BACKLOG)
  let left = backlog
  const done = Promise.withResolvers()
  const nothing = DBOS.registerWorkflow(async () => { if (--left === 0) done.resolve() }, { name: 'nothing' })
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: process.env.URL, logLevel: 'error', runAdminServer: false })
  await DBOS.launch()
  const some = Array.from({ length: 100 })
  for (let n = 0; n < backlog; n += some.length) {
    await Promise.all(some.map(() => DBOS.startWorkflow(nothing, { queueName: 'bench' })()))
  }
  const began = performance.now()
  await DBOS.registerQueue('bench', { workerConcurrency: 500, minPollingIntervalMs: 50 })
  await done.promise
  process.stdout.write(String(backlog / ((performance.now() - began) / 1000)))
  process.exit()`

/** DBOS with workflows that do nothing, from a backlog. */
export async function dbosWorkflows(url: string, backlog: number): Promise<number> {
  const { folder, remove } = install('@dbos-inc/dbos-sdk@5.3.0')
  try {
    const file = join(folder, 'bench.mjs')
    writeFileSync(file, SCRIPT)
    const env = { ...process.env, URL: url, BACKLOG: String(backlog) }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, timeout: 120_000 })
    return Number(stdout)
  } finally {
    remove()
  }
}
