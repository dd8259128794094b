import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newToken } from '../../server/src/access/credential.ts'
import { newId } from '../../server/src/base/ids.ts'
import { readLockFile } from '../../server/src/db/embedded/lock-file.ts'
import { freePort } from '../support/free-port.ts'
import { eventually, request } from '../support/millrace.ts'
import { serve } from './millrace-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-revived-'))
// PostgreSQL's user has to pass through it.
chmodSync(folder, 0o755)

afterAll(() => rmSync(folder, { recursive: true }))

test('an embedded PostgreSQL that ends is started again, and with a full log disk Millrace still stops', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = join(folder, 'data')
  const serving = await serve({ MILLRACE_DATA_DIR: dataDir, PORT: String(port), MILLRACE_LOG: '/dev/full' })
  const ask = () => request(`${url}/v1/workflows/incoming-event/${newId()}`, { token: newToken() })
  const postmaster = () => readLockFile(join(dataDir, 'postgres', 'data'))?.pid
  expect((await ask()).status).toBe(401)
  const first = postmaster() as number
  for (const [signal, left] of [
    ['SIGKILL', first],
    ['SIGINT', undefined],
  ] as const) {
    process.kill(left ?? (postmaster() as number), signal)
    expect((await eventually(ask, ({ status }) => status !== 401)).status).toBe(503)
    expect((await request(`${url}/livez`)).status).toBe(200)
    await eventually(ask, ({ status }) => status === 401)
  }
  expect(postmaster()).not.toBe(first)
  expect(serving.output.stderr).toContain(
    'The embedded PostgreSQL is not running. It is started again in 0.5 s',
  )
  expect(serving.output.stderr).toContain('The log /dev/full cannot be written (ENOSPC)')

  const ended = await serving.stop('SIGTERM')
  expect(ended.exitCode, ended.stderr).toBe(0)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  expect(postmaster()).toBeUndefined()
})
