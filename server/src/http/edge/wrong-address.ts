import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ScimRefusal } from '#members/scim/scim-refusal.ts'
import { wrongMethod } from '../oauth/oauth-refusal.ts'
import type { NowherePage } from '../pages/nowhere.ts'
import { Refusal } from '../refusal.ts'

const NOWHERE_IN_SCIM =
  'There is nothing at this address. Those of SCIM begin with /scim/v2/Users and /scim/v2/Groups.'

/** 404 for an address that is nowhere; 405 with Allow for one that takes other methods. Before any route is added. */
export function answerWrongAddresses(app: FastifyInstance, page?: NowherePage): void {
  const known: { methods: string[]; shape: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ methods: [method].flat(), shape: shapeOf(url) })
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (page?.isFor(request)) return page.send(reply)
    throw refusalOf(request, reply)
  })
  // Before the body is read: what is sent to a wrong address is not looked at.
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 && !page?.isFor(request) ? refusalOf(request, reply) : undefined)
  })

  function refusalOf(request: FastifyRequest, reply: FastifyReply): Error {
    const path = request.url.split('?', 1)[0] as string
    // Forgotten by a caller of the API, whose address may be that of a page, which takes GET.
    if (known.some(({ methods, shape }) => methods.includes(request.method) && shape.test(`/v1${path}`))) {
      const message = 'There is nothing at this address. Addresses of the API begin with /v1.'
      return new Refusal('not_found', { message })
    }
    const methods = known.filter(({ shape }) => shape.test(path)).flatMap(route => route.methods)
    // As are SCIM's by an identity provider.
    const isScim = path.startsWith('/scim/')
    if (methods.length === 0)
      return isScim ? new ScimRefusal(404, undefined, NOWHERE_IN_SCIM) : new Refusal('not_found')
    const headers = { allow: [...new Set(methods)].sort().join(', ') }
    // Clients of the OAuth endpoints read OAuth's errors.
    if (path.startsWith('/oauth/')) return wrongMethod(headers)
    if (!isScim) return new Refusal('method_not_allowed', { headers })
    reply.headers(headers)
    return new ScimRefusal(405, undefined, 'This address does not take this method.')
  }
}

const shapeOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replaceAll(/:[A-Za-z]+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  )
