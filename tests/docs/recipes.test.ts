import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { urlOf } from '../support/postgres.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { allTrials } from '../support/trials.ts'
import { follow, recipeOf } from './recipe.ts'
import { read } from './watching.ts'

const document = read('CONTRIBUTING.md')
let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject()
  // What is served and what it stands on; the tests would take the compiler as long again.
  const served = {
    extends: './tsconfig.json',
    include: ['contract/src', 'server/src'],
    exclude: ['**/*.test.ts'],
  }
  copy.write('tsconfig.served.json', JSON.stringify(served))
})
afterAll(() => copy.remove())

/** Runs a program in the copy; what it said is empty when it found nothing wrong. */
async function run(program: string, ...args: string[]): Promise<{ ok: boolean; said: string }> {
  const env = { ...process.env, MILLRACE_TEST_DATABASE_URL: urlOf(inject('postgres').admin) }
  const child = spawn(program, args, { cwd: copy.root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { ok: status === 0, said: out + err }
}
const node = (...args: string[]) => run(process.execPath, ...args)
const evaluate = (code: string) => node('--input-type=module', '--eval', code)
const fine = { ok: true, said: '' }

/** What the compiler says; it remembers what it found, so that the next time takes a fraction. */
async function compile(...projects: string[]): Promise<string> {
  const remembering = (project: string) => ['--incremental', '--tsBuildInfoFile', `${project}.built`]
  const all = projects.map(project =>
    run('node_modules/.bin/tsc', '--noEmit', '-p', project, ...remembering(project)),
  )
  return (await Promise.all(all)).map(({ said }) => said).join('')
}
const SERVER = 'tsconfig.served.json'
const PAGES = 'web/tsconfig.json'

// Its types are checked with those of the node type, below. That there is nothing of it before is tried by
// `npm run prove -- recipes`.
test('a page: it has its place in the dashboard, its address and its line in the navigation', async () => {
  // The address serves the one document of the dashboard, so the one that is built will do.
  const dist = JSON.stringify(new URL('../../web/dist', import.meta.url).pathname)
  const ask = () =>
    evaluate(`
      const { default: Fastify } = await import('fastify')
      const { servePages } = await import('./server/src/http/pages.ts')
      const app = Fastify()
      const published = { authUrl: 'http://localhost', baseUrl: 'http://localhost' }
      await servePages(app, published, ${dist})
      process.stdout.write(String((await app.inject('/hello')).statusCode))`)
  if (allTrials) expect(await ask()).toEqual({ ok: true, said: '404' })
  for (const step of recipeOf(document, 'Adding a page')) follow(copy, step)
  expect(await node('scripts/check-layers.ts')).toEqual(fine)
  expect(await ask()).toEqual({ ok: true, said: '200' })
})

// The same.
test('an endpoint: it is known to the catalogue, and carried out by its handler', async () => {
  const ask = () =>
    evaluate(`
      const { dashboardBindings } = await import('./server/src/http/bindings.ts')
      const bound = dashboardBindings.find(({ name }) => name === 'readGreeting')
      const said = await bound?.handler?.({})({ member: { email: 'ada@example.com' } })
      process.stdout.write(JSON.stringify([bound?.operation?.path, said?.text]))`)
  const [describe, ...rest] = recipeOf(document, 'Adding an endpoint')
  if (describe === undefined) throw new Error('the recipe begins with the contract')
  follow(copy, describe)
  if (allTrials) expect(await ask()).toEqual({ ok: true, said: '[null,null]' })
  for (const step of rest) follow(copy, step)
  expect(await node('scripts/check-layers.ts')).toEqual(fine)
  expect(await ask()).toEqual({
    ok: true,
    said: '["/dashboard/api/greeting","Hello, ada@example.com."]',
  })
})

// The compiler takes longer than all else here: by `npm run prove -- recipes` it names every place of the recipe first, and
// finds nothing afterwards. What is always tried needs every step but the names and forms of the pages.
test('a node type: every step has its place, and after all of them it can be checked and taken', async () => {
  const [describe, join, ...rest] = recipeOf(document, 'Adding a node type')
  if (describe === undefined || join === undefined) throw new Error('the recipe begins with the contract')
  follow(copy, describe)
  follow(copy, join)
  if (allTrials) {
    const named = (await compile(SERVER, PAGES)).matchAll(/^(\S+\.tsx?)\(/gm)
    const places = rest.filter(({ place }) => place.kind !== 'new').map(({ path }) => path)
    expect([...new Set([...named].map(match => match[1]))].sort()).toEqual([...new Set(places)].sort())
  }
  for (const step of rest) follow(copy, step)
  if (allTrials) expect(await compile(SERVER, PAGES)).toBe('')
  expect(await node('scripts/check-layers.ts')).toEqual(fine)
  const used = await evaluate(`
    const { validate } = await import('./server/src/workflows/validation/validate.ts')
    const { steps } = await import('./server/src/steps/table.ts')
    const note = { id: 'a', type: 'note', text: 'hello', next: 'b' }
    const end = { id: 'b', type: 'end', outcome: 'success' }
    const { faults } = validate({ trigger: { source: 'till' }, start: 'a', nodes: [note, end] })
    process.stdout.write(JSON.stringify([faults, steps.note(note).next]))`)
  expect(used).toEqual({ ok: true, said: '[[],"b"]' })
})

test('a migration: the check wants the schema written again, and then is content with it', async () => {
  for (const step of recipeOf(document, 'Adding a migration')) follow(copy, step)
  expect(await node('scripts/check-schema.ts')).toMatchObject({ ok: false })
  expect(await node('scripts/check-schema.ts', '--write')).toEqual(fine)
  expect(copy.read('server/schema.sql')).toContain('CREATE TABLE greetings (')
  // Otherwise scripts/schema/schema.test.ts says so of one that was written.
  if (allTrials) expect(await node('scripts/check-schema.ts')).toEqual(fine)
})
