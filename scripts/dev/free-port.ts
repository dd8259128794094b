import { createServer } from 'node:net'

/**
 * A port of this machine that nothing listens on, for a server that is started later. It is below the range from which
 * the system hands out ports by itself: otherwise one of the many connections that are opened in the meantime could
 * take it before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
