import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'

let copy: ProjectCopy
let browser: TestBrowser
let url: string
let debuggerUrl: string
let dev: ChildProcess
let said = ''

beforeAll(async () => {
  copy = copyProject()
  const [port, inspect] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  debuggerUrl = `http://127.0.0.1:${inspect}/json/list`
  dev = spawn(process.execPath, ['scripts/dev.ts', `--inspect=${inspect}`], {
    cwd: copy.root,
    // Nothing of this run's environment but the path, so that it is as on a fresh clone.
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', chunk => {
      said += chunk
    })
  }
  browser = await connectBrowser()
  await ready()
})
afterAll(async () => {
  await browser?.close()
  if (dev?.exitCode === null) {
    // Not SIGKILL, which would leave the processes that it started: it stops them on the way.
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  await copy?.remove()
})

async function ready(): Promise<void> {
  while (!said.includes('Millrace is ready')) {
    if (dev.exitCode !== null) throw new Error(`it ended before it was ready:\n${said}`)
    // It waits for a change then, which nobody makes here.
    if (said.includes('Failed running')) throw new Error(`the server did not start:\n${said}`)
    await sleep(50)
  }
}

const processId = async () => {
  const [server] = (await (await fetch(debuggerUrl)).json()) as { id: string; title: string }[]
  return server
}

test('one address has the pages from their sources, and the server with the demo behind it', async () => {
  const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('/src/main.tsx')
  const addresses = await fetch(`${url}/.well-known/oauth-authorization-server`)
  expect(await addresses.json()).toMatchObject({ issuer: url })
  const missing = await fetch(`${url}/v1/guests/nobody`)
  expect(missing.status).toBe(401)
})

test('the debugger is attached to the server’s own file', async () => {
  expect(await processId()).toMatchObject({ title: `${copy.root}/server/src/cli/millrace.ts` })
})

test('an edit of a page’s file shows in the page without loading it again', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/developers`)
  await page.getByRole('heading', { name: 'Millrace is running' }).waitFor()
  await page.evaluate('globalThis.before = true')
  const [file] = globSync('web/src/**/*.tsx', { cwd: copy.root }).filter(path =>
    copy.read(path).includes("'Millrace is running'"),
  )
  copy.edit(file as string, "'Millrace is running'", "'Millrace was edited'")
  await page.getByRole('heading', { name: 'Millrace was edited' }).waitFor()
  expect(await page.evaluate('globalThis.before')).toBe(true)
  await page.close()
})

test('an edit of a server’s file restarts it, and no request in between fails', async () => {
  const before = await processId()
  const refusal = async () => {
    const answer = await fetch(`${url}/v1/nothing`)
    expect(answer.status).toBe(404)
    return ((await answer.json()) as { message: string }).message
  }
  const sentence = await refusal()
  const [file] = globSync('{contract,server}/src/**/*.ts', { cwd: copy.root }).filter(path =>
    // The whole string: another file has a longer sentence that begins like this one.
    copy.read(path).includes(`'${sentence}'`),
  )
  copy.edit(file as string, sentence, 'This was edited.')
  while ((await refusal()) === sentence) await sleep(50)
  expect(await refusal()).toBe('This was edited.')
  expect((await processId())?.id).not.toBe(before?.id)
})

test('Ctrl-C stops all of it in order', async () => {
  dev.kill('SIGINT')
  const [code] = await once(dev, 'close')
  expect(code).toBe(0)
  expect(said).toContain('Stopped.')
  await expect(fetch(`${url}/readyz`)).rejects.toThrow()
})
