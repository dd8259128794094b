import type { FastifyInstance } from 'fastify'

/**
 * Browsers ask before a page of another site may call the API. It may not: a token acts for the whole organisation, and
 * everyone who opens the page could read it there. Allowing everything but the header that the token stands in makes
 * the browser's console name that header as what is refused; without any answer it would only speak of a missing one.
 * No answer to a real request allows a page to read it. Before `answerWrongAddresses`.
 */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers
    const asked = request.method === 'OPTIONS' && origin !== undefined && method !== undefined
    if (!asked || !request.url.startsWith('/v1/')) {
      done()
      return
    }
    reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type, idempotency-key, x-request-id',
      })
      .send()
  })
}
