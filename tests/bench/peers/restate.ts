import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../server/src/base/ids.ts'
import { freePort } from '../../support/free-port.ts'
import { answers, startChild } from '../child.ts'
import { eventBody } from '../service.ts'
import { install } from './install.ts'

const SERVICE = `
  import { createServer } from 'node:http'
  import * as restate from '@restatedev/restate-sdk'
  const events = restate.service({
    name: 'events',
    handlers: { accept: async (_context, event) => ({ accepted: event.organisation_registration_id }) },
  })
  await restate.serve({ services: [events], port: Number(process.env.PORT) })
  // Its own port speaks HTTP/2 only.
  createServer((_request, response) => response.end()).listen(Number(process.env.READY_PORT), '127.0.0.1')`

/** Restate as it comes, and a service that does nothing. An event is accepted by its ingress: one invocation, kept. */
export async function startRestate(): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, remove } = install('@restatedev/restate-server@1.7.12', '@restatedev/restate-sdk@1.17.2')
  const [service, ready, ingress, admin, node] = (await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  )) as [number, number, number, number, number]
  const file = join(folder, 'service.mjs')
  writeFileSync(file, SERVICE)
  const serviceUrl = `http://127.0.0.1:${service}`
  const handler = await startChild(
    [file],
    { PORT: String(service), READY_PORT: String(ready) },
    `http://127.0.0.1:${ready}`,
  )
  const server = await startChild(
    [join(folder, 'node_modules/.bin/restate-server'), '--node-name', 'bench'],
    {
      RESTATE_BASE_DIR: join(folder, 'data'),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      DO_NOT_TRACK: '1',
    },
    `http://127.0.0.1:${admin}/health`,
    { runsItself: true },
  )
  const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: serviceUrl }),
  })
  if (!registered.ok) throw new Error(`Restate did not take the service: ${await registered.text()}`)
  const url = `http://127.0.0.1:${ingress}/events/accept/send`
  // Its ingress learns of the service a moment after its administration has taken it.
  const deadline = Date.now() + 30_000
  while (!(await answers({ url, body: eventBody(newId()) }))) {
    if (Date.now() > deadline) throw new Error('Restate took the service, and no event for it')
    await sleep(20)
  }
  return {
    url,
    async stop() {
      await server.stop()
      await handler.stop()
      remove()
    },
  }
}
