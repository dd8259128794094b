import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that listens at once, answers 404 to its first three questions, and then what is measured. */
const SLOW = `
  import { createServer } from 'node:http'
  let asked = 0
  createServer((request, response) => {
    asked += 1
    const knows = request.method === 'POST' && asked > 3
    response.writeHead(knows ? 200 : 404).end(String(asked))
  }).listen(Number(process.env.PORT), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(0))`

async function slowServer() {
  const file = join(folder, 'slow.mjs')
  writeFileSync(file, SLOW)
  const port = await freePort()
  return { command: [file] as [string], env: { PORT: String(port) }, url: `http://127.0.0.1:${port}/` }
}

test('a server is ready when it gives the answer that is measured, not when it listens', async () => {
  const { command, env, url } = await slowServer()
  const child = await startChild(command, env, { url, body: '{}' })
  const answer = await fetch(url, { method: 'POST' })
  expect(answer.status).toBe(200)
  expect(Number(await answer.text())).toBe(5)
  await child.stop()
})

test('one that never gives it is ended, and said to be', async () => {
  const { command, env, url } = await slowServer()
  await expect(startChild(command, env, url, { within: 500 })).rejects.toThrow('did not get ready')
  await expect(fetch(url)).rejects.toThrow()
})
