import type { ErrorCode } from '@millrace/contract/error'
import type { EventAnswer } from '@millrace/contract/event'
import type { EventEntry, ShortReceipt } from '@millrace/contract/sent-event'
import type { Faults, Refusal } from '../../refusal.ts'

/** An entry of the answer for an event that was refused. */
export function refusedEntry(id: string | null, { code, message, details }: Refusal): EventEntry {
  return {
    id,
    accepted: false,
    repeated: false,
    guest_created: false,
    event: null,
    error: {
      code: code as ErrorCode,
      message,
      ...(details.errors === undefined ? {} : { errors: someOf(details.errors) }),
    },
  }
}

const MOST_FIELDS = 10

/** A thousand events with a hundred faults each would be an answer of megabytes, which nobody reads. */
function someOf(errors: Faults): Faults {
  const fields = Object.entries(errors)
  if (fields.length <= MOST_FIELDS) return errors
  const more = fields.length - MOST_FIELDS
  return {
    ...Object.fromEntries(fields.slice(0, MOST_FIELDS)),
    event: [...(errors.event ?? []), `has faults in ${more} further fields`],
  }
}

/** The same for an event that was accepted: its receipt, without what the sender knows already. */
export function acceptedEntry(
  id: string | null,
  { event: { organisation_id: _o, serials: _s, source: _c, parameters: _p, ...event } }: EventAnswer,
  guestCreated: boolean,
): EventEntry {
  return {
    id,
    accepted: true,
    repeated: false,
    guest_created: guestCreated,
    event: event satisfies ShortReceipt,
    error: null,
  }
}
