// The product in a separate process: `process-under-test.ts api,worker`, the rest from the environment.
import { flushCompileCache } from 'node:module'
import { decideConfig } from '../../server/src/config/config.ts'
import { readEnv } from '../../server/src/config/env.ts'
import { type Role, startMillrace } from '../../server/src/main.ts'
import { PATIENCE_MS } from './patience.ts'

const roles = (process.argv[2] ?? '').split(',') as Role[]
const millrace = await startMillrace(decideConfig(readEnv()), {
  roles,
  progress: () => {},
  longestWaitMs: PATIENCE_MS,
  // Now: most of these processes do not live to do it when they end.
  beforeServing: flushCompileCache,
})
process.stdout.write('ready\n')

async function stop(): Promise<void> {
  await millrace.stop()
  process.exit(0)
}
process.once('SIGTERM', stop)
// Its parent process has ended.
process.stdin.resume().once('end', stop)
