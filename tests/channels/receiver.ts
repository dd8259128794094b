import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import type { AddressPolicy } from '../../server/src/channels/guard/policy.ts'
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
} from '../../server/src/channels/http/client.ts'

export interface Receiver {
  readonly port: number
  readonly url: string
  /** How many connections came, whatever was sent over them. */
  readonly connections: () => number
  close(): Promise<void>
}

async function listening(server: Server, host: string, port: number, scheme: string): Promise<Receiver> {
  const open = new Set<Socket>()
  let count = 0
  server.on('connection', socket => {
    count += 1
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  return {
    port: chosen,
    url: `${scheme}://${host.includes(':') ? '[::1]' : host}:${chosen}`,
    connections: () => count,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A receiver that does what it likes with a connection. */
export function rawReceiver(
  handle: (socket: Socket) => void = () => {},
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  return listening(createServer(handle), host, port, 'http')
}

export function tlsReceiver(options: TlsOptions, handle: (socket: Socket) => void): Promise<Receiver> {
  const server = createTlsServer(options, handle)
  server.on('tlsClientError', () => {})
  return listening(server, '127.0.0.1', 0, 'https')
}

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that writes down what it got and answers as it is set to. */
export async function httpReceiver(
  answer: (response: ServerResponse, received: Received) => void = response => response.end(),
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver & { readonly received: Received[] }> {
  const received: Received[] = []
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    answer(response, one)
  })
  return { ...(await listening(server, host, port, 'http')), received }
}

/** The policy under which a receiver on this machine may be called. */
export function loopbackPolicy(...receivers: { readonly port: number }[]): AddressPolicy {
  return { allowPrivate: ['127.0.0.0/8', '::1'], extraPorts: receivers.map(({ port }) => port) }
}

export function clientFor(
  receiver: { readonly port: number },
  options: Omit<HttpClientOptions, 'guard'> = {},
): HttpClient {
  return createHttpClient({ guard: createGuard(loopbackPolicy(receiver)), ...options })
}
