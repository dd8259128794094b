import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A restart with a migration takes seconds; a server that does not come back has said why in the terminal. */
const LONGEST_RESTART_MS = 15_000

/** Hands a request on to the server at the port. One that comes during a restart waits for it instead of failing. */
export async function forward(from: IncomingMessage, to: ServerResponse, port: number): Promise<void> {
  // Kept, because it may have to be sent again.
  const body = await buffer(from)
  const deadline = Date.now() + LONGEST_RESTART_MS
  for (;;) {
    try {
      const answer = await ask(from, body, port)
      to.writeHead(answer.statusCode as number, answer.headers)
      // Either end may hang up in the middle, as a page does that is left.
      await pipeline(answer, to).catch(() => {})
      return
    } catch (error) {
      if (Date.now() > deadline || !mayBeRepeated(from, error as NodeJS.ErrnoException)) {
        to.writeHead(502, { 'content-type': 'text/plain' }).end(`The server does not answer: ${error}\n`)
        return
      }
    }
    await sleep(100)
  }
}

function ask({ method, url, headers, socket }: IncomingMessage, body: Buffer, port: number) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress }
    request({ host: '127.0.0.1', port, method, path: url, headers: forwarded }, resolve)
      .on('error', reject)
      .end(body)
  })
}

/** Refused, it never arrived. Cut off, it may have been done; reading twice does no harm. */
const mayBeRepeated = ({ method }: IncomingMessage, { code }: NodeJS.ErrnoException) =>
  code === 'ECONNREFUSED' || (code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD'))
