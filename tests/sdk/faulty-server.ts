import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What becomes of one request instead of being passed on. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** The connection ends before the request gets anywhere. */
  | 'cut'
  /** The request is carried out, and the connection ends before the answer. */
  | 'lose the answer'
  /** The request is carried out, and the answer comes a second later. */
  | 'answer late'
  /** The request is carried out, and nothing comes back, ever. */
  | 'hang'
  /** An answer begins, and never ends. */
  | 'stall'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly at: number
}

/** Stands between a client and a server, and goes wrong as it is set to: once for each fault, in their order. */
export interface FaultyServer {
  readonly url: string
  readonly received: Received[]
  /** Requests whose path begins like this. */
  of(path: string): Received[]
  fault(path: string, ...faults: Fault[]): void
  close(): Promise<void>
}

export async function startFaultyServer(target: string): Promise<FaultyServer> {
  const received: Received[] = []
  const planned: { path: string; fault: Fault }[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, at: performance.now() })
    const place = planned.findIndex(plan => path.startsWith(plan.path))
    const fault = place === -1 ? undefined : planned.splice(place, 1)[0]?.fault
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'stall') return void response.writeHead(200, { 'content-length': '100' }).write('{')
    if (typeof fault === 'object') return answer(response, fault)
    const real = await forward(`${target}${path}`, request, body)
    if (fault === 'lose the answer') return void request.socket.destroy()
    if (fault === 'answer late') await sleep(1_000)
    if (fault !== 'hang') response.writeHead(real.status, real.headers).end(real.body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    of: path => received.filter(request => request.path.startsWith(path)),
    fault(path, ...faults) {
      planned.push(...faults.map(fault => ({ path, fault })))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (planned.length > 0) throw new Error(`faults that never came to pass: ${JSON.stringify(planned)}`)
    },
  }
}

function answer(response: ServerResponse, { status, headers = {}, body = {} }: Exclude<Fault, string>): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

async function forward(url: string, { method, headers }: IncomingMessage, body: Buffer<ArrayBuffer>) {
  const { host, connection, 'content-length': length, 'transfer-encoding': coding, ...passed } = headers
  const response = await fetch(url, {
    method: method as string,
    headers: passed as Record<string, string>,
    ...(body.length === 0 ? {} : { body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length')),
    body: await response.text(),
  }
}
