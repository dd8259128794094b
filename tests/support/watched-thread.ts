// The thread of startWatched().
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { newId } from '../../server/src/base/ids.ts'
import { startMillrace } from '../../server/src/main.ts'
import { PATIENCE_MS } from './patience.ts'
import { watchLoop } from './watch-loop.ts'
import type { WatchedServer } from './watched-millrace.ts'

const { config, roles, folder, file } = workerData as WatchedServer
const millrace = await startMillrace(config, { roles, progress: () => {}, longestWaitMs: PATIENCE_MS })
const watch = watchLoop()
parentPort?.postMessage('ready')
parentPort?.once('message', async () => {
  writeFileSync(join(folder, `${newId()}.json`), JSON.stringify({ file, ...watch.stop() }))
  await millrace.stop()
  parentPort?.close()
  process.exit(0)
})
