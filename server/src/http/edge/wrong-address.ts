import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Route } from '../route.ts'

/** 404 for an address that is nowhere; 405 with Allow for one that takes other methods. */
export function answerWrongAddress(routes: readonly Pick<Route, 'method' | 'url'>[]) {
  const known = routes.map(({ method, url }) => ({ method, shape: shapeOf(url) }))
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
    const path = request.url.split('?', 1)[0] as string
    const methods = known.filter(({ shape }) => shape.test(path)).map(({ method }) => method)
    if (methods.length === 0) throw new Refusal('not_found')
    throw new Refusal('method_not_allowed', { headers: { allow: allowed(methods) } })
  }
}

const allowed = (methods: readonly string[]) =>
  [...new Set(methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')

const shapeOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.]/g, '\\.')
      .replaceAll(/:[A-Za-z]+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  )
