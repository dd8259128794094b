import { createConnection } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Bytes as they are, for what no HTTP client would send. Waits until the server has closed the connection. */
export function rawRequest(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', data => {
      received += data
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = received.split('\r\n\r\n')
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = new Headers(lines.map(line => line.split(/: */, 2) as [string, string]))
      resolve({ status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') })
    })
    socket.write(bytes)
  })
}

/** A request of lines, after which the server is to close the connection. */
export const rawLines = (first: string, ...headers: string[]) =>
  [first, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
