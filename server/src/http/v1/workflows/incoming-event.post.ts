import type { EventAnswer } from '@millrace/contract/event'
import { v1 } from '@millrace/contract/operations/v1'
import type { Incoming } from '#events/incoming.ts'
import { bind, type Request } from '../../bind.ts'
import { unauthenticated } from '../../edge/bearer.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { asDryRun } from '../../edge/dry-run.ts'
import { hopsOf } from '../../edge/hops.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { ignoredFields } from '../../edge/ignored-fields.ts'
import { beyondKey } from '../../edge/key-reach.ts'
import { replayed } from '../../edge/replayed.ts'
import { testWarnings } from '../../edge/test-warnings.ts'
import { Refusal } from '../../refusal.ts'

export default bind(
  v1.sendIncomingEvent,
  parts => async (request, reply) => {
    const incoming = readIncoming(request, answer => reply.serialize(answer) as string)
    const dryRun = request.query.dry_run === 'true'
    const accepted = await parts.acceptEvent(incoming, { dryRun })
    switch (accepted.kind) {
      case 'accepted':
        if (dryRun) return asDryRun(accepted.answer)
        parts.metrics.eventsAccepted.inc({ status: accepted.answer.event.status })
        if (accepted.body === undefined) return accepted.answer
        return reply.type('application/json; charset=utf-8').send(accepted.body)
      case 'replay':
        return replayed(reply, accepted.answer)
      case 'mismatch':
        throw new Refusal('idempotency_mismatch')
      case 'in_flight':
        throw new Refusal('idempotency_in_flight', { headers: { 'retry-after': '1' } })
      case 'unauthenticated':
        throw unauthenticated(true)
      case 'guest_not_found':
        throw new Refusal('guest_not_found')
    }
  },
  { preValidation: emptyListIsNoParameters },
)

/** PHP writes an empty array of keys and values as a list. */
function emptyListIsNoParameters(request: { body: unknown }, _reply: unknown, done: () => void): void {
  const body = request.body as { parameters?: unknown } | null
  if (Array.isArray(body?.parameters) && body.parameters.length === 0) body.parameters = {}
  done()
}

function readIncoming(
  request: Request<typeof v1.sendIncomingEvent>,
  serialize: (answer: EventAnswer) => string,
): Incoming {
  const { body, idempotency } = checkedBody(request, v1.sendIncomingEvent, faults =>
    idempotentRequest(request, 'incoming-event', request.body, faults),
  )
  const parameters = body.parameters ?? {}
  const source = Object.hasOwn(parameters, 'source') ? (parameters.source as string) : null
  const serials = [...new Set(body.serials ?? [])]
  const refusal = beyondKey(request.identity, { serials, source })
  if (refusal !== undefined) throw refusal
  return {
    organisationId: request.identity.organisationId,
    keyId: request.identity.keyId,
    ...(request.unconfirmed === undefined ? {} : { unconfirmed: request.unconfirmed }),
    guestId: body.organisation_registration_id.toLowerCase(),
    event: {
      source,
      serials,
      parameters,
      ...hopsOf(request.headers),
      ...(request.identity.test ? { test: true } : {}),
    },
    warnings: [...ignoredFields(body, KNOWN), ...testWarnings(request.identity)],
    ...(idempotency === undefined ? {} : { idempotency: { request: idempotency, serialize } }),
  }
}

const KNOWN = ['organisation_registration_id', 'serials', 'parameters']
