import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './setup-error.mjs'

const WANTED = 24
const platform = `${process.platform}-${process.arch}`
const runningIsEnough = () => Number(process.versions.node.split('.')[0]) >= WANTED

/** The pinned Node where the lockfile has one for this platform, otherwise the Node that runs now. */
export function nodeProgram(root) {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** Fails before any download when no suitable Node exists for this platform. */
export function requireSuitableNode(root) {
  if (runningIsEnough()) return
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (!lockfile.includes(`"node_modules/node-${platform}"`)) throw tooOld()
}

/** The pinned Node needs glibc; where it cannot run (Alpine), it must not come first on npm's PATH. */
export function dropUnusablePinnedNode(root) {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(pinned) || spawnSync(pinned, ['--version']).status === 0) return
  rmSync(pinned)
  if (!runningIsEnough()) throw tooOld()
}

function tooOld() {
  return new SetupError(
    `Millrace needs Node.js ${WANTED} or newer, brings none that runs on this ${platform} system, and found ` +
      `${process.version}: install Node.js ${WANTED} from https://nodejs.org and run the same command again.`,
  )
}
