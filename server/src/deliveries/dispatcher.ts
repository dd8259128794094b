import { faultPoint } from '#base/fault-point.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Logger } from '#observability/logger.ts'
import type { Queue } from '#queue/queue.ts'
import type { NewMessage } from '#steps/step.ts'
import { claimDue, type DueMessage } from './claim-due.ts'
import { type DeliverParts, deliver } from './deliver.ts'
import { settle } from './settle.ts'

export interface DispatcherParts extends Omit<DeliverParts, 'sql'> {
  readonly database: Pick<Database, 'engine' | 'engineSql'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

/** Attempts under way at a time in this process. Each channel has its own, so that none waits for another. */
const slots: Record<NewMessage['channel'], number> = { email: 20, sms: 16, webhook: 64 }

export interface Dispatcher {
  /** Claims as much as there is room for, and begins the attempts. Resolves with how many. */
  turn(channel: NewMessage['channel']): Promise<number>
  /** Waits for the attempts that are under way. */
  drained(): Promise<void>
}

/** Takes what is due and tries it, each message by itself: a slow receiver keeps a slot and nothing else. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const underWay: Record<NewMessage['channel'], Set<Promise<void>>> = {
    email: new Set(),
    sms: new Set(),
    webhook: new Set(),
  }

  async function attempt(message: DueMessage): Promise<void> {
    try {
      const outcome = await deliver({ ...parts, sql: parts.database.engineSql }, message)
      faultPoint('deliver:answered')
      await inTransaction(parts.database.engine, tx =>
        settle(tx, parts.queue, message, outcome, Math.random()),
      )
      faultPoint('deliver:settled')
    } catch (error) {
      // Not the receiver's fault but ours, or the database is away: the lease runs out, and it is tried again.
      parts.logger.error({ err: error, message_id: message.id }, 'a delivery could not be settled')
    }
  }

  return {
    async turn(channel) {
      const busy = underWay[channel]
      const free = slots[channel] - busy.size
      if (free <= 0) return 0
      const share = Math.max(1, Math.ceil(slots[channel] / 4))
      const due = await claimDue(parts.database.engineSql, channel, {
        limit: free,
        share: Math.min(share, free),
      })
      if (due.length > 0) faultPoint('deliver:claimed')
      for (const message of due) {
        const attempted: Promise<void> = attempt(message).finally(() => busy.delete(attempted))
        busy.add(attempted)
      }
      return due.length
    },
    async drained() {
      await Promise.all(Object.values(underWay).flatMap(set => [...set]))
    },
  }
}
