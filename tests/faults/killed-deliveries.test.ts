import { afterAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { json } from '../../server/src/connections/vendors/generic.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { deliver } from '../support/deliver.ts'
import { findConnectionPoints } from '../support/fault-points.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess, testSecret } from '../support/processes.ts'
import { someOf } from '../support/trials.ts'

const DELIVERIES = 30
const TOKEN = 'token-for-tests-only'

afterAll(killProcesses)

async function connect({ engine, organisationId }: Ground): Promise<string> {
  const sealer = createSealer({ current: testSecret, previous: [] })
  const connection = { name: 'Till', vendor: json, secret: TOKEN, unknownGuests: 'create' } as const
  const { address } = await inTransaction(engine, tx =>
    createConnection(tx, sealer, organisationId, 'test', connection),
  )
  return `/hooks/${address}`
}

/** As a vendor does: until it is answered, at whichever process there is. */
async function send(addresses: readonly string[], number: number): Promise<void> {
  const body = JSON.stringify({ email: `guest-${number}@example.com` })
  const headers = { authorization: `Bearer ${TOKEN}`, 'idempotency-key': `delivery-${number}` }
  const answers: unknown[] = []
  for (const address of addresses) {
    const answer = await deliver(address, body, headers).catch(error => error.code)
    if (answer === 200) return
    answers.push(answer)
  }
  throw new Error(`delivery ${number} was not taken: ${answers.join(', ')}`)
}

describe('a process that is killed with SIGKILL', () => {
  test.each(someOf(findConnectionPoints(), 2))(
    'at %s loses no delivery, and makes no event twice',
    async faultPoint => {
      const ground = await openGround(await createTestDatabase(), {})
      const { databaseUrl, engine, organisationId } = ground
      const path = await connect(ground)
      const dying = await startProcess({ databaseUrl, faultPoint })
      const heir = await startProcess({ databaseUrl })
      let sent = 0
      // The other one may be quicker with any of them, so they keep coming until one was in the hands of the first.
      while (sent < DELIVERIES || !dying.hasEnded()) await send([dying.url + path, heir.url + path], sent++)
      expect((await dying.ended).signal).toBe('SIGKILL')
      await eventually(
        async () => {
          // What the dead one had claimed is due at once, as it would be after the lease.
          await engine.query("UPDATE connection_deliveries SET due_at = now() WHERE state = 'waiting'")
          return engine.query('SELECT FROM connection_deliveries WHERE state <> $1', ['done'])
        },
        ({ rowCount }) => rowCount === 0,
      )
      const { rows } = await engine.query(
        `SELECT count(*)::int AS events, count(DISTINCT g.email)::int AS guests,
              (SELECT count(*)::int FROM connection_deliveries) AS deliveries
       FROM events e JOIN guests g ON g.organisation_id = e.organisation_id AND g.id = e.guest_id
       WHERE e.organisation_id = $1 AND e.source = 'webhook'`,
        [organisationId],
      )
      expect(rows).toEqual([{ events: sent, guests: sent, deliveries: sent }])
      await heir.stop()
      await ground.close()
    },
  )
})
