import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMessages } from '#dashboard/outbox/read-messages.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

/**
 * Drawn in a frame of the message's page, and harmless wherever it is opened: it runs nothing, belongs to no origin,
 * and loads nothing but images of ours, so that no other sender of an image learns of the look.
 */
const policyOf = (baseUrl: string) =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: ${baseUrl}/images/; form-action 'none'; frame-ancestors 'self'`

/** Links would open elsewhere, which the sandbox does not let them. */
const HEAD = '<!doctype html><base target="_blank">'

export default bind(
  dashboard.drawMessage,
  ({ database, config: { baseUrl } }) =>
    async ({ member: { organisationId, serials: sight }, params }, reply) => {
      const id = requireId(params.id, 'message_not_found')
      const [message] = await inTenant(database, organisationId, tx =>
        readMessages(tx, organisationId, { id, sight }),
      )
      const html = message?.content.html
      if (typeof html !== 'string') throw new Refusal('message_not_found')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyOf(baseUrl))
        .send(HEAD + html)
    },
)
