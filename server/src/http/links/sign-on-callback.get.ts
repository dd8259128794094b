import { links } from '@millrace/contract/operations/links'
import { newDevice } from '#members/device.ts'
import { findSession } from '#members/session.ts'
import { finishSignOn } from '#members/single-sign-on/finish.ts'
import { bind } from '../bind.ts'
import { whereFrom } from '../dashboard/edge/answered.ts'
import { deviceCookie, sessionCookie, signOnCookie } from '../dashboard/edge/session-cookie.ts'

/** Always leads to the sign-in page: it opens the dashboard, or says in a sentence what went wrong. */
export default bind(links.finishSingleSignOn, parts => {
  const { config, database, sealer, secrets, issuers } = parts
  return async (request, reply) => {
    const cookie = signOnCookie(config)
    const mark = request.url.indexOf('?')
    const finished = await finishSignOn(database, sealer, issuers, {
      ...whereFrom(parts, request),
      cookie: cookie.read(request),
      search: mark < 0 ? '' : request.url.slice(mark),
      baseUrl: config.baseUrl,
    })
    cookie.clear(reply)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (finished.kind === 'refused') {
      return reply.redirect(`/sign-in?${new URLSearchParams({ problem: finished.problem })}`, 303)
    }
    const session = await findSession(database.engineSql, finished.token)
    sessionCookie(config).issue(reply, finished.token)
    if (session !== undefined) {
      deviceCookie(config).issue(reply, newDevice(secrets.device, session.member.id))
    }
    return reply.redirect(`/sign-in?${new URLSearchParams({ signed_in: 'yes', next: finished.next })}`, 303)
  }
})
