import { faultPoint } from '#base/fault-point.ts'
import type { Channels } from '#channels/channels.ts'
import type { Outcome } from '#channels/outcome.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { databaseOf, forOwners } from '#db/distributed/owners.ts'
import type { Sql } from '#db/sql.ts'
import type { Logger } from '#observability/logger.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { bodyOf } from './body.ts'
import { claimDue, type DueDelivery } from './claim-due.ts'
import { sealContext } from './seal-context.ts'
import { settle } from './settle.ts'

export interface SenderParts {
  readonly database: Pick<Database, 'engine' | 'engineSql'>
  readonly channels: Pick<Channels, 'callWebhook'>
  readonly sealer: Sealer
  readonly logger: Pick<Logger, 'error'>
}

export interface Sender {
  /** Claims as much as there is room for, and starts the attempts. Resolves with how many. */
  turn(): Promise<number>
  /** Waits for the attempts in progress. */
  drained(): Promise<void>
}

/** Attempts in progress at a time in this process. */
const SLOTS = 32

/** Sends what subscriptions are waiting for, each attempt separately: a slow receiver keeps a slot and nothing else. */
export function createSender(parts: SenderParts, attempted: () => void): Sender {
  const underWay = new Map<DueDelivery, Promise<void>>()

  async function attempt(delivery: DueDelivery): Promise<void> {
    try {
      const outcome = await send(parts, delivery)
      faultPoint('subscription:answered')
      const { engine } = databaseOf(parts.database, delivery.organisation_id)
      await inTransaction(engine, tx => settle(tx, delivery, outcome, Math.random()))
      faultPoint('subscription:settled')
    } catch (error) {
      // A fault in Millrace or an unreachable database, not the receiver's fault: the lease runs out, and it is tried again.
      parts.logger.error(
        { err: error, delivery_id: delivery.id },
        'a delivery of a subscription could not be settled',
      )
    }
  }

  async function claimAndStart(sql: Sql): Promise<number> {
    const free = SLOTS - underWay.size
    if (free <= 0) return 0
    const due = await claimDue(sql, free, countBySubscription(underWay.keys()))
    if (due.length > 0) faultPoint('subscription:claimed')
    for (const delivery of due) {
      const made = attempt(delivery).finally(() => {
        underWay.delete(delivery)
        attempted()
      })
      underWay.set(delivery, made)
    }
    return due.length
  }

  return {
    async turn() {
      const started = await forOwners(
        parts.database,
        `subscription_deliveries WHERE state = 'waiting' AND due_at <= now()`,
        ({ engineSql }) => claimAndStart(engineSql),
      )
      return started.reduce((sum, many) => sum + many, 0)
    },
    async drained() {
      await Promise.all(underWay.values())
    },
  }
}

function send({ channels, sealer }: SenderParts, delivery: DueDelivery): Promise<Outcome> {
  const { organisation_id: organisationId, subscription_id, sealed_secret, sealed_previous, at } = delivery
  const context = sealContext(organisationId, subscription_id)
  const sealed = sealed_previous === null ? [sealed_secret] : [sealed_secret, sealed_previous]
  return channels.callWebhook({
    id: delivery.id,
    organisationId,
    method: 'POST',
    url: delivery.url,
    headers: {},
    hops: delivery.hops,
    body: JSON.stringify(bodyOf(delivery)),
    secrets: sealed.map(text => sealer.open(text, context)),
    at,
  })
}

function countBySubscription(deliveries: Iterable<DueDelivery>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { subscription_id } of deliveries)
    counts.set(subscription_id, (counts.get(subscription_id) ?? 0) + 1)
  return counts
}
