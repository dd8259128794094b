// Prepares a checkout for `npm start` and `npm test`: the dependencies (with the pinned Node), the links PostgreSQL's
// libraries need, the dashboard and the server's bundle. It runs on any Node that is installed, so it is plain JavaScript and uses
// nothing from node_modules. When everything is in place it only compares hashes.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allIsBuilt, buildWhatChanged } from './setup/builds.mjs'
import { dependenciesAreInstalled, installDependencies } from './setup/dependencies.mjs'
import { withLock } from './setup/lock.mjs'
import { requireSuitableNode } from './setup/node-version.mjs'
import { SetupError } from './setup/setup-error.mjs'
import { endWithParent } from './setup/with-parent.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const quiet = process.argv.includes('--quiet')
const inPlace = () => dependenciesAreInstalled(root) && allIsBuilt(root)

endWithParent()
try {
  requireSuitableNode(root)
  if (!inPlace()) {
    await withLock(root, async () => {
      // Checked again, because another set-up may have done the work while this one waited for the lock.
      if (!dependenciesAreInstalled(root)) await installDependencies(root)
      await buildWhatChanged(root)
    })
  }
  if (!quiet) process.stderr.write('Everything is in place.\n')
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
