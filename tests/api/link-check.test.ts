import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
let editor: Visitor
let organisation: string
let site: string
const asked: string[] = []
const server = createServer((request, response) => {
  const { method, url = '' } = request
  asked.push(`${method} ${url}`)
  const [, status = '200'] = /^\/(\d{3})/.exec(url) ?? []
  if (url === '/hangs') return
  if (url === '/no-head') return response.writeHead(method === 'HEAD' ? 405 : 200).end('here')
  if (url === '/on') return response.writeHead(302, { location: '/404' }).end()
  if (url === '/round') return response.writeHead(301, { location: '/round' }).end()
  if (url === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  return response.writeHead(Number(status)).end()
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  site = `http://127.0.0.1:${port}`
  millrace = await startTestMillrace({
    roles: ['api'],
    config: { allowedPrivateAddresses: ['127.0.0.1/32'], allowedPorts: [port] },
  })
  organisation = (await millrace.organisation()).id
  editor = await signedIn(millrace, organisation, { role: 'editor' })
})
afterAll(async () => {
  await millrace?.stop()
  server.closeAllConnections()
  server.close()
})

const check = (visitor: Visitor, urls: string[]) =>
  visitor.post<{ data: { url: string; state: string; message: string }[] }>('/link-check', { urls })

test('each link is asked once, and what is wrong is said in words', async () => {
  const cases = {
    '/': ['works', 'It works (200).'],
    '/no-head': ['works', 'It works (200).'],
    '/404': ['broken', 'The page doesn’t exist (404).'],
    '/503': ['broken', 'The site has a problem (503).'],
    '/403': ['unclear', 'The site answered 403. Open it to be sure: some sites block automatic checks.'],
    '/on': ['broken', 'The page doesn’t exist (404).'],
    '/round': ['broken', 'It redirects more than 5 times.'],
    '/inside': ['unclear', expect.stringContaining('is not on the public internet')],
  }
  const urls = Object.keys(cases).map(path => site + path)
  const { status, body } = await check(editor, [...urls, ...urls.slice(0, 1)])
  expect(status).toBe(200)
  expect(body.data).toEqual(
    Object.entries(cases).map(([path, [state, message]]) => ({ url: site + path, state, message })),
  )
  expect(asked.filter(line => line.endsWith(' /'))).toEqual(['HEAD /'])
})

test('what does not answer, has no address, or is no place to send to is said too', async () => {
  const { body } = await check(editor, [
    `${site}/hangs`,
    'https://nobody.invalid/',
    'http://10.0.0.1/',
    'https://example.com:22/',
  ])
  expect(body.data.map(({ state }) => state)).toEqual(['broken', 'broken', 'unclear', 'unclear'])
  expect(body.data[0]?.message).toContain('did not answer fully within 6 seconds')
  expect(body.data[1]?.message).toContain('has no address')
  expect(body.data[2]?.message).toContain('is not on the public internet')
  expect(body.data[3]?.message).toContain('Port 22 is not allowed')
})

test.each([
  [[]],
  [['javascript:alert(1)']],
  [['file:///etc/passwd']],
  [Array(31).fill('https://example.com/')],
])('%j is refused', async urls => {
  expect((await check(editor, urls)).status).toBe(400)
})

test('viewers may not, and nobody without end', async () => {
  const viewer = await signedIn(millrace, organisation, { role: 'viewer' })
  expect((await check(viewer, [`${site}/`])).status).toBe(403)
  let refused = 0
  for (let n = 0; n < 25; n++) if ((await check(editor, [`${site}/`])).status === 429) refused++
  expect(refused).toBeGreaterThan(0)
})
