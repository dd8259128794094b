import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** 404 for an address that is nowhere; 405 with Allow for one that takes other methods. Before any route is added. */
export function answerWrongAddresses(app: FastifyInstance): void {
  const known: { methods: string[]; shape: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ methods: [method].flat(), shape: shapeOf(url) })
  })
  app.setNotFoundHandler(async request => {
    const path = request.url.split('?', 1)[0] as string
    const allowed = known.filter(({ shape }) => shape.test(path)).flatMap(({ methods }) => methods)
    if (allowed.length === 0) throw new Refusal('not_found')
    throw new Refusal('method_not_allowed', { headers: { allow: [...new Set(allowed)].sort().join(', ') } })
  })
}

const shapeOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replaceAll(/:[A-Za-z]+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  )
