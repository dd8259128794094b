import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeServer } from './close.ts'

test('connections that wait to be taken when the server stops are taken, and answered', async () => {
  const app = Fastify()
  app.get('/livez', async () => ({ status: 'alive' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const { port } = app.server.address() as AddressInfo
  const clients = new Worker(new URL('./close.fixture.ts', import.meta.url), {
    workerData: { port, connected },
  })
  const answers = once(clients, 'message')

  // From here on the loop stands still, so none of them is taken before the server is asked to stop.
  for (let count = 0; count < 20; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count)
  await closeServer(app)
  for (const answer of (await answers)[0]) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})
