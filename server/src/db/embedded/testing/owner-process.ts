// A separate process that owns an embedded server, for the tests to kill.
import { startEmbedded } from '../server.ts'

const server = await startEmbedded({ dataDir: process.argv[2] as string, progress: () => {} })
process.stdout.write(`${JSON.stringify(server.admin)}\n`)
setInterval(() => {}, 1000)
