import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A restart with a migration takes seconds, on a busy machine half a minute; a server that does not come back has printed why in the terminal. */
const LONGEST_RESTART_MS = 60_000

/** Forwards a request to the server at the port. A request during a restart waits for it instead of failing. */
export async function forward(from: IncomingMessage, to: ServerResponse, port: number): Promise<void> {
  // Kept, because it may have to be sent again.
  const body = await buffer(from)
  const deadline = Date.now() + LONGEST_RESTART_MS
  for (;;) {
    try {
      const answer = await ask(from, body, port)
      to.writeHead(answer.statusCode as number, aboutTheAnswer(answer.headers))
      // Either end may close the connection halfway, for example when a page is left.
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

/**
 * Without what the server said about the connection between it and us (RFC 9110, 7.6.1). It keeps that open for longer than we keep ours, and
 * who believes it sends the next request into a connection that is being closed.
 */
function aboutTheAnswer({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _encoding,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}

/** A refused request never arrived. An interrupted one may have been carried out; repeating a read does no harm. */
const mayBeRepeated = ({ method }: IncomingMessage, { code }: NodeJS.ErrnoException) =>
  code === 'ECONNREFUSED' || (code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD'))
