import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { createSubscription } from '../../server/src/subscriptions/subscriptions.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { findSubscriptionPoints } from '../support/fault-points.ts'
import { openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess, testSecret } from '../support/processes.ts'
import { someOf } from '../support/trials.ts'

const GUESTS = 10
const CHANGES = 3

afterAll(killProcesses)

describe('a process that is killed with SIGKILL', () => {
  test.each(someOf(findSubscriptionPoints(), 1))(
    'at %s sends a subscription everything, and in order',
    async faultPoint => {
      const receiver = await httpReceiver()
      const env = {
        MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
        MILLRACE_ALLOW_PORTS: String(receiver.port),
      }
      const ground = await openGround(await createTestDatabase(), { guests: GUESTS })
      const { databaseUrl, engine, organisationId, guestIds } = ground
      const sealer = createSealer({ current: testSecret, previous: [] })
      const given = { name: 'Receiver', url: receiver.url, events: ['consent.changed' as const] }
      await inTransaction(engine, tx => createSubscription(tx, sealer, organisationId, 'test', given))
      const dying = await startProcess({ databaseUrl, faultPoint, env })
      for (let change = 0; change < CHANGES; change++)
        await engine.query('UPDATE guests SET email_consent = NOT email_consent WHERE id = ANY ($1)', [
          guestIds,
        ])
      expect((await dying.ended).signal).toBe('SIGKILL')
      // Not before: it could be quicker, and leave nothing at which the first one dies.
      const heir = await startProcess({ databaseUrl, env })
      await eventually(
        async () => {
          // What the dead one had claimed is due at once, as it would be after the lease.
          await engine.query("UPDATE subscription_deliveries SET due_at = now() WHERE state = 'waiting'")
          return engine.query("SELECT FROM subscription_deliveries WHERE state <> 'delivered'")
        },
        ({ rowCount }) => rowCount === 0,
      )
      // Once for each id: what came twice has the same one, by which the receiver drops it.
      const sent = new Map(
        receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data]),
      )
      expect(sent.size).toBe(GUESTS * CHANGES)
      for (const guest of guestIds) {
        const values = [...sent.values()].filter(data => data.organisation_registration_id === guest)
        expect(values.map(({ value }) => value)).toEqual([true, false, true])
      }
      await heir.stop()
      await ground.close()
      await receiver.close()
    },
  )
})
