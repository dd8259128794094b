import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
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
  for (const { pid, exitCode } of started) if (exitCode === null) process.kill(-(pid as number), 'SIGKILL')
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
