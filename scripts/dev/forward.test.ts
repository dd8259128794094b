import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forward } from './forward.ts'

const servers: Server[] = []
let port: number

async function listening(answer: RequestListener, keepAliveTimeout: number): Promise<number> {
  const server = createServer({ keepAliveTimeout }, answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const behind = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'x-request-id': '7' })
    // Without a length, so that it comes in chunks.
    response.write('in two ')
    response.end('parts')
  }, 72_000)
  port = await listening((request, response) => void forward(request, response, behind), 5_000)
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

test('an answer says how long our connection is kept, and not how long the server behind it keeps its own', async () => {
  const asking = get({ port, host: '127.0.0.1', headers: { connection: 'keep-alive' } })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('in two parts')
  expect(answer.headers).toMatchObject({ 'x-request-id': '7', 'keep-alive': 'timeout=5' })
})
