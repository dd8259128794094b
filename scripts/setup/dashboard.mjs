import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProgram } from './node-version.mjs'
import { SetupError } from './setup-error.mjs'
import { hashOf, stampIs } from './stamp.mjs'
import { runTask } from './task.mjs'

const stampPath = root => join(root, 'node_modules', '.millrace-dashboard')
const notAnInput = path => /^web\/(dist|node_modules)$|\.test\.tsx?$/.test(path)
const stampContent = root => hashOf(root, ['web/', 'contract/src/', 'package-lock.json'], notAnInput)
const hasDashboard = root =>
  ['ts', 'mts', 'js', 'mjs'].some(end => existsSync(join(root, 'web', `vite.config.${end}`)))

export function dashboardIsBuilt(root) {
  if (!hasDashboard(root)) return true
  return existsSync(join(root, 'web', 'dist', 'index.html')) && stampIs(stampPath(root), stampContent(root))
}

export async function buildDashboard(root) {
  const stamp = stampContent(root)
  rmSync(stampPath(root), { force: true })
  const places = [join(root, 'web', 'node_modules'), join(root, 'node_modules')]
  const vite = places.map(place => join(place, '.bin', 'vite')).find(path => existsSync(path))
  if (!vite)
    throw new SetupError('The dashboard needs vite, which is not installed: run `npm run setup` again.')
  const { status, output } = await runTask(
    'Building the dashboard',
    nodeProgram(root),
    [realpathSync(vite), 'build', '--logLevel', 'warn'],
    // An inherited NODE_ENV=development would build React's slow development version.
    { cwd: join(root, 'web'), env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    throw new SetupError(
      `${output.trim()}\n\nThe dashboard was not built: fix what vite reports above in web/.`,
    )
  }
  writeFileSync(stampPath(root), stamp)
}
