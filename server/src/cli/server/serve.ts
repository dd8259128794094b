import { flushCompileCache } from 'node:module'
import { InvalidArgumentError } from 'commander'
import type { Config } from '#config/config.ts'
import { fileTrouble } from '#db/embedded/file-trouble.ts'
import type { Millrace, Role } from '#main.ts'
import { command } from '../command/command.ts'
import { readVersion } from '../command/version.ts'
import { explainError } from '../terminal/explain-error.ts'
import { type ExitCode, exitCodes } from '../terminal/failure.ts'
import { stopSignal } from '../terminal/stop-signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { configuredAddresses, listeningAddress } from './addresses.ts'
import { keepHeapLean } from './lean-heap.ts'
import { readyBlock, readyJson } from './ready-block.ts'
import { removeServerRecord, writeServerRecord } from './server-record.ts'

const ROLES: readonly Role[] = ['api', 'worker']

export default command({
  about:
    'Starts the embedded PostgreSQL (unless DATABASE_URL is set), upgrades the schema and serves until Ctrl-C or SIGTERM, which finish the work in progress first. A second signal stops it at once.',
  examples: [
    'npx millrace serve',
    'PORT=9000 npx millrace serve',
    'DATABASE_URL=postgresql://… npx millrace serve --roles worker',
  ],
  options: {
    roles: {
      value: 'LIST',
      usual: 'api,worker',
      parse: readRoles,
      about: 'api (with the dashboard), worker, or both',
    },
  },
  environment: [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'DATABASE_POOL_URL',
    'DATABASE_READ_URL',
    'MILLRACE_DATA_DIR',
    'MILLRACE_SECRET',
    'MILLRACE_AUTH_URL',
    'MILLRACE_BASE_URL',
    'MILLRACE_TRUSTED_PROXIES',
    'MILLRACE_LOG',
    'MILLRACE_LOG_LEVEL',
    'MILLRACE_DEMO',
    'MILLRACE_AUDIT_HEADS',
    'MILLRACE_AUDIT_STREAM',
    'MILLRACE_ALERTS',
    'MILLRACE_MOST_REQUESTS_PER_MINUTE',
    'MILLRACE_LEASE_SECONDS',
    'NODE_ENV',
  ],
  async run({ values, json }, { config, terminal }) {
    const { roles } = values
    const progress = (sentence: string) => terminal.say(terminal.paintTalk('dim', `${sentence} …`))
    progress(`Starting Millrace ${readVersion()}`)
    keepHeapLean()
    const stopped = stopSignal()
    endOnUnforeseen(config, terminal)
    const millrace = await start(config, roles, progress)
    const ready = { config, roles, milliseconds: performance.now(), setupLink: millrace.setupLink }
    try {
      if (roles.includes('api')) announce(config)
      // Where the log goes to stdout, the block would stand between its lines.
      const [print, paint] =
        config.log === 'stdout' ? [terminal.say, terminal.paintTalk] : [terminal.out, terminal.paintOut]
      print(json ? JSON.stringify(readyJson(ready)) : readyBlock(ready, paint))
      await stopped
      return await stopInOrder(millrace, config, terminal)
    } catch (error) {
      await millrace.stop()
      throw fileTrouble(error, config.dataDir)
    }
  },
})

function readRoles(text: string): readonly Role[] {
  const asked = new Set(text.split(',').map(word => word.trim()))
  const roles = ROLES.filter(role => asked.delete(role))
  if (asked.size === 0) return roles
  throw new InvalidArgumentError('Give api, worker, or api,worker.')
}

async function start(config: Config, roles: readonly Role[], progress: (sentence: string) => void) {
  try {
    const { startMillrace } = await import('#main.ts')
    // What was compiled is kept now rather than at the end, which may be a SIGKILL: the next start is to be quick.
    return await startMillrace(config, { roles, progress, beforeServing: flushCompileCache })
  } catch (error) {
    throw fileTrouble(error, config.dataDir)
  }
}

function announce(config: Config): void {
  writeServerRecord(config.dataDir, {
    pid: process.pid,
    started_at: new Date().toISOString(),
    listening: listeningAddress(config),
    ...configuredAddresses(config),
  })
}

async function stopInOrder(millrace: Millrace, config: Config, terminal: Terminal): Promise<ExitCode> {
  terminal.say('Stopping: finishing the work in progress. Press Ctrl-C again to stop at once.')
  removeServerRecord(config.dataDir)
  await millrace.stop()
  terminal.say('Stopped.')
  return exitCodes.ok
}

/** A defect: nothing can be relied on after it. The database is stopped in order by its watcher, whatever happens here. */
function endOnUnforeseen(config: Config, terminal: Terminal): void {
  process.on('uncaughtException', error => {
    const { message, exitCode } = explainError(error, config)
    terminal.say(message)
    removeServerRecord(config.dataDir)
    process.exit(exitCode)
  })
}
