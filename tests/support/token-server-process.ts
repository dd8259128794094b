// The product in a separate process, configured by its environment. It ends with its parent process.
import { decideConfig } from '../../server/src/config/config.ts'
import { readEnv } from '../../server/src/config/env.ts'
import { startMillrace } from '../../server/src/main.ts'

const millrace = await startMillrace(decideConfig(readEnv()), { roles: ['api'], progress: () => {} })
process.stdout.write('ready\n')
process.stdin.resume().on('end', async () => {
  await millrace.stop()
  process.exit(0)
})
