import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { type Consumer, compile, installPackedClient, run } from './packed-client.ts'

let consumer: Consumer
let millrace: TestMillrace

beforeAll(async () => {
  consumer = await installPackedClient()
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(async () => {
  await millrace.stop()
  await consumer.remove()
})

const script = `
import { Millrace, NotFoundError, webhooks } from '@millrace/client'

const [url, clientId, clientSecret, guest] = process.argv.slice(2)
const millrace = new Millrace({ clientId, clientSecret, authUrl: url, baseUrl: url })
const { event } = await millrace.events.send({ organisation_registration_id: guest })
const guests = []
for await (const { id } of millrace.guests.list({ limit: 1 })) guests.push(id)
const missing = await millrace.events.get(guest).catch(error => error instanceof NotFoundError)
console.log(JSON.stringify({ status: event.status, guests, missing, verify: typeof webhooks.verify }))
`

async function runScript(runtime: string, ...flags: string[]): Promise<unknown> {
  await writeFile(join(consumer.folder, 'script.mjs'), script)
  const { clientId, clientSecret, guest } = await millrace.organisation()
  const id = await guest()
  const { stdout } = await run(
    runtime,
    [...flags, 'script.mjs', millrace.url, clientId, clientSecret, id],
    consumer.folder,
  )
  return { ...JSON.parse(stdout), guests: JSON.parse(stdout).guests.map((found: string) => found === id) }
}

const worked = { status: 'unrouted', guests: [true], missing: true, verify: 'function' }

/** Wherever this machine has it. */
const find = (program: string, fits = (_version: string) => true): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/local/bin', '/usr/bin')
    .map(folder => join(folder, program))
    .find(path => existsSync(path) && fits(String(execFileSync(path, ['--version']))))

/** The oldest Node that is supported, and the other runtimes. */
const node20 = find('node', version => version.startsWith('v20.'))
const bun = find('bun')
const deno = find('deno')

describe('the package', () => {
  test('has the built client, its types, its licence and its readme, and nothing else', () => {
    const built = consumer.files.filter(file => file.startsWith('dist/'))
    expect(consumer.files.filter(file => !built.includes(file))).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(built).toContain('dist/index.js')
    expect(built.filter(file => !/^dist\/[a-z-]+\.(js|d\.ts)$/.test(file))).toEqual([])
  })

  test('depends on nothing', () => {
    const installed = readFileSync(join(consumer.folder, 'node_modules/.package-lock.json'), 'utf8')
    expect(Object.keys(JSON.parse(installed).packages)).toEqual(['node_modules/@millrace/client'])
  })

  test('works as it is installed', async () => {
    expect(await runScript(process.execPath)).toEqual(worked)
  })

  test.skipIf(node20 === undefined)('works on Node 20 (skipped where there is none)', async () => {
    expect(await runScript(node20 as string)).toEqual(worked)
  })

  test.skipIf(bun === undefined)('works on Bun (skipped where there is none)', async () => {
    expect(await runScript(bun as string, 'run')).toEqual(worked)
  })

  test.skipIf(deno === undefined)('works on Deno (skipped where there is none)', async () => {
    expect(await runScript(deno as string, 'run', '--allow-net', '--allow-read', '--allow-env')).toEqual(
      worked,
    )
  })

  test.each([
    ['Node', { module: 'nodenext', lib: ['es2022', 'dom'], types: [] }],
    [
      'a bundler',
      { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom'], types: [] },
    ],
  ])('has types that hold for %s, in every file of it', async (_what, options) => {
    await writeFile(join(consumer.folder, 'types.ts'), consumerOfTypes)
    await compile(consumer.folder, options)
    await writeFile(
      join(consumer.folder, 'types.ts'),
      consumerOfTypes.replace("status === 'routed'", "status === 'lost'"),
    )
    await expect(compile(consumer.folder, options)).rejects.toThrow(/types.ts.*TS2367/s)
    await writeFile(join(consumer.folder, 'types.ts'), '')
  })
})

const consumerOfTypes = `
import { Millrace, RateLimitError, type Guest, type List, type Receipt, type TokenCache, webhooks } from '@millrace/client'

declare const tokenCache: TokenCache
const millrace = new Millrace({ clientId: 'a', clientSecret: 'b', authUrl: 'http://a', baseUrl: 'http://b', tokenCache })

export async function use(): Promise<Receipt | number | undefined> {
  try {
    const { event } = await millrace.events.send({ organisation_registration_id: 'x', parameters: { spend: 1 } })
    if (event.status === 'routed') return event
    const list: List<Guest> = millrace.guests.list({ limit: 2 })
    for await (const guest of list) return guest.points
    const { payload } = await webhooks.verify('', new Headers(), ['a', 'b'])
    return typeof payload === 'number' ? payload : undefined
  } catch (error) {
    return error instanceof RateLimitError ? error.retryAfterSeconds : undefined
  }
}
`
