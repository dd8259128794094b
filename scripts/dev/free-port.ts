import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Too many to meet one by chance, and above those that are usually known by name. */
const WIDTH = 12_000
const LOWEST = 10_000
const HIGHEST = 65_535

/**
 * A port of this machine that nothing listens on, for a server that is started later. It is outside the range from
 * which the system hands out ports by itself: otherwise one of the many connections that are opened in the meantime
 * could take it before the server does.
 */
export async function freePort(): Promise<number> {
  const lowest = lowestOutside(systemRange())
  for (;;) {
    const port = lowest + Math.floor(Math.random() * WIDTH)
    if (await isFree(port)) return port
  }
}

/** Just below the range, or above it where there is no room below. */
function lowestOutside([first, last]: readonly [number, number]): number {
  if (first - WIDTH >= LOWEST) return first - WIDTH
  return Math.min(last + 1, HIGHEST + 1 - WIDTH)
}

/** Linux's own, which an administrator or a container may have changed; its default elsewhere. */
function systemRange(): readonly [number, number] {
  try {
    const [first, last] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/)
    return [Number(first), Number(last)]
  } catch {
    return [32_768, 60_999]
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
