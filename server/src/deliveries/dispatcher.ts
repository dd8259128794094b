import { faultPoint } from '#base/fault-point.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { databaseOf, forOwners, ofEach } from '#db/distributed/owners.ts'
import type { Sql } from '#db/sql.ts'
import { claimDue, type DueMessage, renewLeases } from '#messages/claim-due.ts'
import { parkMessages } from '#messages/park-messages.ts'
import type { Logger } from '#observability/logger.ts'
import type { Queue } from '#queue/queue.ts'
import type { NewMessage } from '#steps/step.ts'
import { type DeliverParts, deliver } from './deliver.ts'
import { settle } from './settle.ts'

export type Channel = NewMessage['channel']

export interface DispatcherParts extends Omit<DeliverParts, 'sql'> {
  readonly database: Pick<Database, 'engine' | 'engineSql'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

export interface DispatcherEvents {
  /** An attempt has ended; there is room for another. */
  attempted(channel: Channel, outcome: 'delivered' | 'retry' | 'refused' | 'held_back' | 'error'): void
}

/** Attempts in progress at a time in this process. Each channel has its limit, so that none waits for another. */
const slots: Record<Channel, number> = { email: 20, sms: 16, webhook: 64 }

export interface Dispatcher {
  /** Claims as much as there is room for, and starts the attempts. Resolves with how many. */
  turn(channel: Channel): Promise<number>
  /** Extends the leases of the attempts in progress: a mail server may take longer than a lease. */
  renew(): Promise<void>
  /** Waits for the attempts in progress. */
  drained(): Promise<void>
}

/** Claims due messages and attempts each one separately: a slow receiver keeps a slot and nothing else. */
export function createDispatcher(parts: DispatcherParts, { attempted }: DispatcherEvents): Dispatcher {
  const underWay: Record<Channel, Map<DueMessage, Promise<void>>> = {
    email: new Map(),
    sms: new Map(),
    webhook: new Map(),
  }

  async function attempt(message: DueMessage): Promise<void> {
    const { engine, engineSql } = databaseOf(parts.database, message.organisationId)
    try {
      const made = await deliver({ ...parts, sql: engineSql }, message)
      const { outcome } = made
      faultPoint('deliver:answered')
      await inTransaction(engine, tx => settle(tx, parts.queue, message, made, Math.random()))
      faultPoint('deliver:settled')
      const heldBack = outcome.kind === 'retry' && !outcome.detail.contacted
      attempted(message.channel, heldBack ? 'held_back' : outcome.kind)
    } catch (error) {
      // A fault in Millrace or an unreachable database, not the receiver's fault: the lease runs out, and it is tried
      // again.
      parts.logger.error({ err: error, message_id: message.id }, 'a delivery could not be settled')
      attempted(message.channel, 'error')
    }
  }

  async function claimAndStart(sql: Sql, channel: Channel): Promise<number> {
    const busy = underWay[channel]
    const free = slots[channel] - busy.size
    if (free <= 0) return 0
    if (channel === 'webhook') await parkMessages(sql, channel, closedHosts(parts.channels))
    const room = { slots: slots[channel], free, busy: countByOrganisation(busy.keys()) }
    const due = await claimDue(sql, channel, room)
    if (due.length > 0) faultPoint('deliver:claimed')
    for (const message of due) {
      busy.set(
        message,
        attempt(message).finally(() => busy.delete(message)),
      )
    }
    return due.length
  }

  return {
    async turn(channel) {
      const started = await forOwners(
        parts.database,
        `messages WHERE status = 'pending' AND channel = '${channel}'`,
        ({ engineSql }) => claimAndStart(engineSql, channel),
      )
      return started.reduce((sum, many) => sum + many, 0)
    },
    async renew() {
      const attempts = Object.values(underWay).flatMap(busy => [...busy.keys()])
      await ofEach(parts.database.engineSql, attempts, renewLeases)
    },
    async drained() {
      await Promise.all(Object.values(underWay).flatMap(busy => [...busy.values()]))
    },
  }
}

const closedHosts = (channels: Pick<DeliverParts['channels'], 'closedReceivers'>) =>
  channels.closedReceivers().map(({ owner, host, forMs }) => ({ organisationId: owner, host, forMs }))

function countByOrganisation(messages: Iterable<DueMessage>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { organisationId } of messages) counts.set(organisationId, (counts.get(organisationId) ?? 0) + 1)
  return counts
}
