import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly seconds: number
  readonly connections: number
  readonly headers: Record<string, string>
  /** The bodies of one connection, sent round and round. */
  bodies(connection: number): string[]
}

/** Requests per second answered 2xx. Any other answer is an error of the benchmark. */
export async function drive(load: Load): Promise<number> {
  let connection = 0
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    method: 'POST',
    setupClient(client: { setRequests(requests: object[]): void }) {
      const bodies = load.bodies(connection++)
      client.setRequests(bodies.map(body => ({ method: 'POST', headers: load.headers, body })))
    },
  } as never)
  const { non2xx, errors, duration } = result as { non2xx: number; errors: number; duration: number }
  if (non2xx > 0 || errors > 0) throw new Error(`${load.url}: ${non2xx} refused, ${errors} failed`)
  return (result as { '2xx': number })['2xx'] / duration
}
