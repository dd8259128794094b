import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { holdLockFor } from './lock.mjs'
import { dropUnusablePinnedNode } from './node-version.mjs'
import { linkPostgresLibraries } from './postgres-links.mjs'
import { SetupError } from './setup-error.mjs'
import { hashOf, stampIs } from './stamp.mjs'
import { runTask } from './task.mjs'

const stampPath = root => join(root, 'node_modules', '.millrace-setup')
const stampContent = root => hashOf(root, ['package-lock.json'])

export const dependenciesAreInstalled = root => stampIs(stampPath(root), stampContent(root))

export async function installDependencies(root) {
  const stamp = stampContent(root)
  const [program, ...npm] = npmCommand()
  // Dev and optional are named because NODE_ENV=production or a user's npmrc would leave them out silently.
  const flags = ['--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, output } = await runTask(
    'Installing the dependencies',
    program,
    [...npm, 'ci', ...flags, '--no-progress', '--loglevel=error'],
    { cwd: root, env: environmentForNpm(), onStarted: pid => holdLockFor(root, pid) },
  )
  if (status !== 0) throw new SetupError(`${output.trim()}\n\n${whatToDo(output)}`)
  dropUnusablePinnedNode(root)
  linkPostgresLibraries(root)
  // Last, so that an interrupted installation never counts as finished.
  writeFileSync(stampPath(root), stamp)
}

/** npm with the Node it came with: the Node on the PATH may be the pinned one, which `npm ci` is about to replace. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm && basename(npm) === 'npm-cli.js' && existsSync(npm)) return [node ?? process.execPath, npm]
  if (spawnSync('npm', ['--version']).error) {
    throw new SetupError('npm is not on the PATH: install it together with Node.js from https://nodejs.org.')
  }
  return ['npm']
}

/**
 * An outer `npm start --workspace x` passes its options down as npm_config_*, and they would change what is installed
 * and where. Only what is needed to reach the registry is kept.
 */
function environmentForNpm() {
  const reach =
    /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https[-_]proxy|noproxy|cafile|ca|cert|key|strict[-_]ssl|maxsockets|fetch[-_].*|prefer[-_]offline|offline|\/\/.*|@.*)$/i
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || reach.test(name))
  return Object.fromEntries(kept)
}

function whatToDo(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: make room and run the same command again.'
  if (/EACCES|EPERM|EROFS/.test(output))
    return 'The folder node_modules is not writable: run the command as the owner of this folder.'
  if (/EUSAGE/.test(output))
    return 'package-lock.json does not match package.json: run `npm install` and run the same command again.'
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(output))
    return 'The npm registry was not reached: check the network and the proxy, and run the same command again.'
  return 'The dependencies were not installed: fix what npm reports above and run the same command again.'
}
