import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  dashboardBindings,
  healthBindings,
  hookBindings,
  linkBindings,
  oauthBindings,
  scimBindings,
  v1Bindings,
} from './bindings.ts'
import { answerError } from './edge/answer-error.ts'
import { answerWrongAddresses } from './edge/wrong-address.ts'
import { nowherePage } from './pages/nowhere.ts'
import { pageUrls, servePages } from './pages.ts'

const bindings = [
  ...dashboardBindings,
  ...healthBindings,
  ...hookBindings,
  ...linkBindings,
  ...oauthBindings,
  ...scimBindings,
  ...v1Bindings,
]

let folder: string
let app: FastifyInstance
let urls: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-pages-'))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function start(): Promise<void> {
  app = Fastify()
  urls = []
  app.addHook('onRoute', ({ url }) => {
    urls.push(url)
  })
  app.setErrorHandler(answerError)
  const published = { authUrl: 'https://auth.example.com/sub', baseUrl: 'https://api.example.com' }
  answerWrongAddresses(app, nowherePage(published, folder))
  await servePages(app, published, folder)
  await app.ready()
}

async function build(): Promise<void> {
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>built</title>')
  await writeFile(join(folder, 'secret.txt'), 'not an asset')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'plain')
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), 'brotli')
  await start()
}

describe('built', () => {
  beforeEach(build)

  test.each(['/', '/docs'])('%s is the page, asked for again each time', async url => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('built')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' https://auth.example.com https://api.example.com; object-src 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    })
  })

  test('a hashed file is kept for good, and sent compressed to whom it suits', async () => {
    const plain = await app.inject('/assets/index-abc.js')
    expect(plain.body).toBe('plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br' } })
    expect(compressed.body).toBe('brotli')
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(compressed.headers['content-type']).toContain('javascript')
  })

  test.each([
    '/nothing',
    '/assets/',
    '/assets/nothing.js',
    '/assets/folder/index-abc.js',
    '/assets/.hidden',
    '/assets//index-abc.js',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/secret.txt',
  ])('%s is nowhere, and says so as the API does', async url => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test.each(['/nothing', '/settings/a/b', '/dashboard'])(
    'a browser at %s gets the page, as 404',
    async url => {
      const answer = await app.inject({ url, headers: html })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('built')
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect((await app.inject({ method: 'POST', url, headers: html })).json()).toMatchObject({
        code: 'not_found',
      })
    },
  )

  test('a browser at an address of the API gets what the API answers', async () => {
    const addresses = [...bindings.map(({ operation }) => operation.path), '/assets/x.js', '/openapi.json']
    for (const address of addresses.filter(path => path !== '/sign-in/callback')) {
      const answer = await app.inject({ url: `${address}/no?such=thing`, headers: html })
      // Identity providers read errors in the shape of SCIM.
      const said = address.startsWith('/scim/') ? { status: '404' } : { code: 'not_found' }
      expect(answer.json(), address).toMatchObject(said)
    }
  })

  test('a wrong method is 405', async () => {
    const answer = await app.inject({ method: 'POST', url: '/docs' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test('the document describes itself and no page, and every other route is listed as a page', async () => {
    const { paths } = (await app.inject('/openapi.json')).json()
    expect(paths['/openapi.json'].get.tags).toEqual(['Operations'])
    expect(pageUrls.filter(url => url in paths)).toEqual([])
    expect([...new Set(urls)].filter(url => url !== '/openapi.json').sort()).toEqual([...pageUrls].sort())
  })
})

describe('not built', () => {
  beforeEach(start)

  test('the server starts, and its page says what to do', async () => {
    const answer = await app.inject('/')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('npm run setup')
    expect((await app.inject('/openapi.json')).statusCode).toBe(200)
    expect((await app.inject('/assets/x.js')).json()).toMatchObject({ code: 'not_found' })
    const nowhere = await app.inject({ url: '/nothing', headers: { accept: 'text/html' } })
    expect(nowhere.json()).toMatchObject({ code: 'not_found' })
  })
})
