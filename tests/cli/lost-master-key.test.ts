import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { millrace, serve } from './millrace-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-lost-key-'))
// PostgreSQL's user has to pass through it.
chmodSync(folder, 0o755)

afterAll(() => rmSync(folder, { recursive: true }))

test('a master key that a power cut has emptied is replaced while Millrace does not run, and it starts again', async () => {
  const dataDir = join(folder, 'data')
  const key = join(dataDir, 'secret')
  const variables = { MILLRACE_DATA_DIR: dataDir, PORT: String(await freePort()) }
  const first = await serve(variables)
  const saved = await millrace(['secrets', 'set', 'crm', '--host', 'crm.example.com'], variables, 'Bearer x')
  expect(saved.exitCode, saved.stderr).toBe(0)
  const whileServing = await millrace(['secrets', 'discard', '--yes'], variables)
  expect(whileServing).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Millrace is running. Stop every process first. Nothing was changed.'),
  })
  await first.stop('SIGTERM')

  writeFileSync(key, '')
  const refused = await millrace(['serve'], variables)
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('npx millrace secrets discard'),
  })
  const unconfirmed = await millrace(['secrets', 'discard'], variables)
  expect(unconfirmed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect(readFileSync(key, 'utf8')).toBe('')

  const discarded = await millrace(['secrets', 'discard', '--yes', '--json'], variables)
  expect(discarded.exitCode, discarded.stderr).toBe(0)
  expect(JSON.parse(discarded.stdout)).toMatchObject({
    secrets: expect.arrayContaining(['crm']),
    connections: [],
  })
  const again = await serve(variables)
  expect((await again.stop('SIGTERM')).exitCode).toBe(0)
})
