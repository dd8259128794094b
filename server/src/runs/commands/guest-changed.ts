import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import type { GuestProfile } from '#guests/guest-profile.ts'
import type { Consequences } from '#guests/update-guest.ts'
import { cancelMessagesTo, type Unwanted } from '#messages/cancel-messages.ts'
import type { Queue } from '#queue/queue.ts'
import type { MessageChannel } from '#steps/step.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { exitForGuest } from '../waits/exit-changed.ts'
import { resumeFromDelivery } from '../waits/resume-from-delivery.ts'

export interface ChangeParts {
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly queue: Pick<Queue, 'enqueue'>
}

/**
 * Applies a change of a guest from outside: runs end if their workflows are no longer for the guest, and unsent
 * messages are cancelled: marketing on a channel for which the guest has withdrawn consent or on a topic that they turned off, and everything for a guest who
 * may not be contacted at all.
 */
export function guestChanged(parts: ChangeParts, organisationId: string): Consequences {
  return async (tx, before, after) => {
    await exitForGuest(tx, parts, { ...(after as Guest & GuestProfile), organisation_id: organisationId })
    const all = after.do_not_contact && !before.do_not_contact
    const unwanted = {
      channels: all ? channels : channels.filter(hasWithdrawn(before, after)),
      topics: after.topics_off.filter(topic => !before.topics_off.includes(topic)),
      all,
    }
    if (unwanted.channels.length > 0 || unwanted.topics.length > 0)
      await holdBack(tx, parts.queue, { organisationId, guestId: after.id, unwanted })
  }
}

const channels: readonly MessageChannel[] = ['email', 'sms']

const hasWithdrawn = (before: Guest, after: Guest) => (channel: MessageChannel) =>
  before[`${channel}_consent`] && !after[`${channel}_consent`]

interface HeldBack {
  readonly organisationId: string
  readonly guestId: string
  readonly unwanted: Unwanted
}

/** The runs that wait for these messages check again whether they may send, and continue without sending. */
async function holdBack(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  { organisationId, guestId, unwanted }: HeldBack,
): Promise<void> {
  // Runs before their messages: all callers lock in this order.
  await tx.query(
    `SELECT FROM runs WHERE organisation_id = $1 AND guest_id = $2 AND status = 'waiting' ORDER BY id FOR NO KEY UPDATE`,
    [organisationId, guestId],
  )
  for (const message of await cancelMessagesTo(tx, organisationId, guestId, unwanted)) {
    await resumeFromDelivery(tx, queue, { organisationId, ...message }, { kind: 'retry' })
  }
}
