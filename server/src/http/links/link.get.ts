import { setTimeout as sleep } from 'node:timers/promises'
import { links } from '@millrace/contract/operations/links'
import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { createMinuteLimit } from '#access/minute-limit.ts'
import { inTenant } from '#db/database.ts'
import { readCountedToken } from '#messages/counted-url.ts'
import { heedClick } from '#runs/commands/heed-click.ts'
import { bind } from '../bind.ts'
import { sendUnknownPage } from './unknown-page.ts'

/** More than the guests behind one address click, and few enough that no loop fills the log of the database. */
const MOST_CLICKS_A_MINUTE = 300

/** Longer than a click takes to store, and no longer than a guest waits for a page. */
const LONGEST_MS = 1_000

/**
 * Where a link in an e-mail leads first. It leads to the page whatever becomes of the counting: a click that takes too
 * long is counted after the guest has gone on.
 */
export default bind(links.followLink, parts => {
  const clicksTooOften = createMinuteLimit(MOST_CLICKS_A_MINUTE)
  return async (request, reply) => {
    const link = readCountedToken(request.params.token, parts.secrets.unsubscribe)
    if (link === undefined) return sendUnknownPage(request, reply)
    if (isByPerson(request) && !clicksTooOften(limiterAddress(request.ip))) {
      const counted = inTenant(parts.database, link.organisationId, tx =>
        heedClick(tx, parts.queue, link),
      ).catch(error =>
        parts.logger.error({ err: error, message_id: link.messageId }, 'a click could not be counted'),
      )
      await Promise.race([counted, sleep(LONGEST_MS, undefined, { ref: false })])
    }
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .redirect(link.target, 302)
  }
})

/** Programs ask for the head of a page to see whether it is there, and browsers say when they fetch it in advance. */
const isByPerson = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' &&
  !['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some(name =>
    /prefetch|preview|prerender/i.test(String(headers[name] ?? '')),
  )
