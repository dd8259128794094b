import { Agent, request } from 'node:http'

/** A client with one connection, which it keeps, and with the knowledge of its result. */
export interface Sender {
  post(path: string, headers: Record<string, string>, body: string): Promise<Sent>
  close(): void
}

export type Sent =
  | { readonly status: number; readonly retryAfter: string | null; readonly text: string }
  /** Nothing came back. `letIn` when the server had answered on this connection before, and so had it as its own. */
  | { readonly status: null; readonly reason: string; readonly letIn: boolean }

export function createSender(url: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    post: (path, headers, body) =>
      new Promise(resolve => {
        const sent = request(`${url}${path}`, {
          agent,
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        })
        const unanswered = (error: NodeJS.ErrnoException) =>
          resolve({ status: null, reason: error.code ?? error.message, letIn: sent.reusedSocket })
        sent.on('error', unanswered)
        sent.on('response', response => {
          let text = ''
          response.setEncoding('utf8')
          response.on('error', unanswered)
          response.on('data', part => {
            text += part
          })
          response.on('end', () => {
            const { statusCode = 0, headers: received } = response
            resolve({ status: statusCode, retryAfter: received['retry-after'] ?? null, text })
          })
        })
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
