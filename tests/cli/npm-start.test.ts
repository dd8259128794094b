import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { createTestDatabase } from '../support/postgres.ts'

const PROJECT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'millrace-npm-'))
const started: ChildProcess[] = []

afterAll(() => {
  // With its children, where the test failed.
  for (const { pid } of started) {
    try {
      process.kill(-(pid as number), 'SIGKILL')
    } catch {}
  }
  rmSync(folder, { recursive: true })
})

test('one SIGTERM to `npm start`, and to nothing else, stops the server in order', async () => {
  const database = await createTestDatabase()
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: PROJECT,
    // Alone, as a service manager starts it: no terminal sends its signals to the others.
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      PORT: String(port),
      DATABASE_URL: database.url,
      MILLRACE_DATA_DIR: folder,
    },
  })
  started.push(npm)
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => (said += chunk))
  await expect.poll(() => said, { interval: 50 }).toMatch(/Stop {2,}Ctrl-C/)
  npm.kill('SIGTERM')
  const [exitCode] = await once(npm, 'exit')
  expect(exitCode, said).toBe(0)
  expect(said).toContain('Stopped.')
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow()
  // Says so when a connection of the server is still open.
  await database.drop()
})

/** A checkout whose dependencies are in place, and whose build never ends. It says in a file which process it is. */
function neverBuilt(): { root: string; build(): number } {
  const root = join(folder, 'checkout')
  cpSync(join(PROJECT, 'scripts/setup'), join(root, 'scripts/setup'), { recursive: true })
  for (const file of ['scripts/setup.mjs', 'package.json', 'package-lock.json'])
    copyFileSync(join(PROJECT, file), join(root, file))
  for (const inputs of ['web', 'contract/src', 'docs', 'node_modules/.bin'])
    mkdirSync(join(root, inputs), { recursive: true })
  copyFileSync(join(PROJECT, 'node_modules/.millrace-setup'), join(root, 'node_modules/.millrace-setup'))
  const id = join(root, 'build.pid')
  writeFileSync(
    join(root, 'node_modules/.bin/vite'),
    `require('node:fs').writeFileSync(${JSON.stringify(id)}, String(process.pid)); setInterval(() => {}, 1000)`,
  )
  return { root, build: () => (existsSync(id) ? Number(readFileSync(id, 'utf8')) : 0) }
}

const lives = (pid: number) => {
  try {
    // A killed process has an entry until someone has collected it, which is not for us to wait for.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])

test.runIf(process.platform === 'linux')(
  'one SIGTERM to `npm start` during the set-up stops the set-up, and what it builds with',
  async () => {
    const { root, build } = neverBuilt()
    const npm = spawn('npm', ['start'], {
      cwd: root,
      detached: true,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    })
    started.push(npm)
    const building = await expect.poll(build, { interval: 50 }).toBeGreaterThan(0).then(build)
    const setup = parentOf(building)
    expect([setup, building].filter(lives)).toEqual([setup, building])
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await expect.poll(() => [setup, building].filter(lives), { interval: 50 }).toEqual([])
    expect(existsSync(join(root, '.setup.lock'))).toBe(false)
  },
)
