import { SentEvent } from '@millrace/contract/sent-event'
import type { FastifyRequest } from 'fastify'
import type { ReadIdentifier } from '#guests/identifiers/identifier.ts'
import { fingerprint, type IdempotentRequest } from '#idempotency/idempotency.ts'
import { addFault, faultsOf } from '../../edge/faults.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { beyondKey } from '../../edge/key-reach.ts'
import { unstorableFaults } from '../../edge/parameter-faults.ts'
import { type Faults, Refusal } from '../../refusal.ts'
import { withReferences } from '../../schemas.ts'
import { readIdentifiers } from '../guests/given-identifiers.ts'

/** An event whose form is right, and the guest it is about: by id, or by identifiers that are still to be found. */
export interface CheckedEntry {
  readonly sent: SentEvent
  readonly guestId: string | null
  readonly identifiers: readonly ReadIdentifier[]
  /** Makes it happen once: by its id, or by its place in a request with an Idempotency-Key. */
  readonly once: Pick<IdempotentRequest, 'route' | 'key' | 'fingerprint'> | undefined
}

export type CheckEntry = (value: unknown, place: number) => CheckedEntry | Refusal

const schema = withReferences(SentEvent) as object

/** Checks entries as the contract describes them; `countryOf` says by whose rules their phone numbers are read. */
export function createCheckEntry(
  request: FastifyRequest,
  countryOf: (serials: readonly string[]) => string | null,
): CheckEntry {
  const requestKey = keyOf(request)
  const validate = request.compileValidationSchema(schema)
  const path = (request.url.split('?', 1)[0] as string).toLowerCase()
  return (given, place) => {
    const value = withoutEmptyList(given)
    const faults: Faults = {}
    if (!validate(value)) faultsOf(validate.errors ?? [], 'event', faults)
    for (const field of Object.keys(SentEvent.properties)) {
      unstorableFaults((value as Record<string, unknown> | null)?.[field], field, faults)
    }
    // What follows reads the fields, whose types are right only now.
    if (Object.keys(faults).length > 0) return new Refusal('validation_failed', { errors: faults })
    const sent = value as SentEvent
    const identifiers = readIdentifiers(
      sent.guest?.identifiers,
      'guest.identifiers',
      sent.guest?.identifiers.some(({ type }) => type === 'phone') ? countryOf(sent.serials ?? []) : null,
      faults,
    )
    furtherFaults(sent, faults)
    if (Object.keys(faults).length > 0) return new Refusal('validation_failed', { errors: faults })
    const refusal = beyondKey(request.identity, eventOf(sent))
    if (refusal !== undefined) return refusal
    return {
      sent,
      guestId: sent.organisation_registration_id?.toLowerCase() ?? null,
      identifiers,
      once: onceBy(sent, place),
    }
  }

  function onceBy(sent: SentEvent, place: number): CheckedEntry['once'] {
    if (sent.id) return { route: 'events', key: sent.id, fingerprint: fingerprint(path, sent) }
    if (requestKey === undefined) return undefined
    return {
      route: 'events by place',
      key: `${place} ${requestKey}`,
      fingerprint: fingerprint(path, sent),
    }
  }
}

/** What is routed of an event as it was sent. */
export function eventOf({ parameters, serials }: SentEvent) {
  const sent = parameters ?? {}
  const source = Object.hasOwn(sent, 'source') ? (sent.source as string) : null
  return { source, serials: [...new Set(serials ?? [])], parameters: sent }
}

/** The Idempotency-Key of the whole request, which makes its entries without an id happen once too. */
function keyOf(request: FastifyRequest): string | undefined {
  const faults: Faults = {}
  const key = idempotentRequest(request, 'events', null, faults)?.key
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return key
}

function furtherFaults(
  { organisation_registration_id, guest, occurred_at }: SentEvent,
  faults: Faults,
): void {
  if (!organisation_registration_id && !guest)
    addFault(faults, 'guest', 'is required, or else organisation_registration_id')
  if (organisation_registration_id && guest)
    addFault(faults, 'guest', 'must not be given beside organisation_registration_id')
  // A minute, for a clock that is a little fast.
  if (occurred_at && Date.parse(occurred_at) > Date.now() + 60_000)
    addFault(faults, 'occurred_at', 'must not be in the future')
}

/** PHP writes an empty array of keys and values as a list. */
function withoutEmptyList(value: unknown): unknown {
  const { parameters } = (value ?? {}) as { parameters?: unknown }
  return Array.isArray(parameters) && parameters.length === 0
    ? { ...(value as object), parameters: {} }
    : value
}
