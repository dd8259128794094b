import type { FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { Refusal } from '../../refusal.ts'

/**
 * Nothing is changed for a page of another site, whatever cookies its visitor has. Browsers say where a request comes
 * from with Sec-Fetch-Site, which no page can forge; those that do not say it send Origin. A client that sends
 * neither is no browser; integrations have their own API.
 */
export function refuseCrossSite({ baseUrl }: Pick<Config, 'baseUrl'>) {
  const own = new URL(baseUrl).origin
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    done(reads || isOwn(request) ? undefined : new Refusal('cross_site'))
  }

  function isOwn({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site']
    return site === undefined ? headers.origin === own : site === 'same-origin'
  }
}
