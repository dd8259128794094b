import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProgram } from './node-version.mjs'
import { SetupError } from './setup-error.mjs'
import { hashOf, stampIs } from './stamp.mjs'
import { runTask } from './task.mjs'

/** What vite makes of the sources, each in its folder's `dist`. */
const BUILDS = [
  { what: 'dashboard', folder: 'web', made: 'index.html', inputs: ['web/', 'contract/src/', 'docs/'] },
  {
    what: 'server',
    folder: 'server',
    made: 'millrace.mjs',
    inputs: ['server/src/', 'server/build/', 'server/vite.config.ts', 'contract/src/', 'sdk/src/'],
  },
]

const stampPath = (root, { what }) => join(root, 'node_modules', `.millrace-${what}`)
const notAnInput = path => /^web\/(dist|node_modules)$|\.test\.tsx?$/.test(path)
const stampContent = (root, { inputs }) => hashOf(root, [...inputs, 'package-lock.json'], notAnInput)

const isBuilt = (root, build) =>
  existsSync(join(root, build.folder, 'dist', build.made)) &&
  stampIs(stampPath(root, build), stampContent(root, build))

export const allIsBuilt = root => BUILDS.every(build => isBuilt(root, build))

export async function buildWhatChanged(root) {
  for (const build of BUILDS) if (!isBuilt(root, build)) await buildOne(root, build)
}

async function buildOne(root, build) {
  const stamp = stampContent(root, build)
  rmSync(stampPath(root, build), { force: true })
  const vite = join(root, 'node_modules', '.bin', 'vite')
  if (!existsSync(vite))
    throw new SetupError(`The ${build.what} needs vite, which is not installed: run \`npm run setup\` again.`)
  const { status, output } = await runTask(
    `Building the ${build.what}`,
    nodeProgram(root),
    [realpathSync(vite), 'build', '--logLevel', 'warn'],
    // An inherited NODE_ENV=development would build React's slow development version.
    { cwd: join(root, build.folder), env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    throw new SetupError(
      `${output.trim()}\n\nThe ${build.what} was not built: fix what vite reports above in ${build.folder}/.`,
    )
  }
  writeFileSync(stampPath(root, build), stamp)
}
