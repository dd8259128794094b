import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { latestRepair } from '../../server/src/connections/repair/read-repair.ts'
import { startApplying, startComparing } from '../../server/src/connections/repair/start-repair.ts'
import { json } from '../../server/src/connections/vendors/generic.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { findRepairPoints } from '../support/fault-points.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, launchProcess, startProcess, testSecret } from '../support/processes.ts'
import { someOf, trials } from '../support/trials.ts'

/** More portions than kills, so that each kill hits one. */
const DELIVERIES = 130
const KILLS = trials(1, 2)

afterAll(killProcesses)

/** A connection whose deliveries were read by a mapping that made nothing of them. */
async function connect({ engine, organisationId }: Ground): Promise<string> {
  const sealer = createSealer({ current: testSecret, previous: [] })
  return inTransaction(engine, async tx => {
    const { id } = await createConnection(tx, sealer, organisationId, 'test', {
      name: 'Till',
      vendor: json,
      secret: 'token-for-tests-only',
      unknownGuests: 'create',
    })
    for (let number = 0; number < DELIVERIES; number++)
      await tx.query(
        `INSERT INTO connection_deliveries (organisation_id, id, connection_id, headers, body, state, outcome)
         VALUES ($1, $2, $3, '{}', $4, 'done', '{"items":[{"reason":"rule_failed","detail":{}}]}')`,
        [organisationId, newId(), id, Buffer.from(`{"email":"guest-${number}@example.com"}`)],
      )
    return id
  })
}

type Start = typeof startComparing

describe('a process that is killed with SIGKILL', () => {
  test.each(someOf(findRepairPoints(), 2))(
    'at %s finds every difference, and makes each event once',
    async faultPoint => {
      const ground = await openGround(await createTestDatabase(), { guests: 0 })
      const { engine, organisationId, databaseUrl } = ground
      const connectionId = await connect(ground)
      const roles = ['worker'] as const
      const job = async () => (await latestRepair(engine, organisationId, connectionId))?.job
      // What the dead one had taken is free at once, as it would be after the lease.
      const free = async () => {
        await engine.query("UPDATE undertakings SET leased_until = now() WHERE status = 'running'")
        await engine.query("UPDATE connection_deliveries SET due_at = now() WHERE state = 'waiting'")
      }
      const carryOut = async (start: Start, isKilled: boolean) => {
        await inTransaction(engine, tx => start(tx, { organisationId, connectionId, actor: 'test' }))
        for (let kills = 0; isKilled && kills < KILLS; kills++) {
          const dying = await launchProcess({ databaseUrl, faultPoint, roles })
          expect((await dying.ended).signal).toBe('SIGKILL')
          expect((await job())?.status).toBe('running')
          await free()
        }
        const heir = await startProcess({ databaseUrl, roles })
        const done = await eventually(job, one => one?.status !== 'running')
        await heir.stop()
        return done
      }
      const applies = faultPoint === 'repair:queued'
      expect((await carryOut(startComparing, !applies))?.result).toEqual({
        deliveries: DELIVERIES,
        new: DELIVERIES,
        changed: 0,
        gone: 0,
      })
      expect((await carryOut(startApplying, applies))?.result).toEqual({
        deliveries: DELIVERIES,
        made: DELIVERIES,
      })
      const { rows } = await engine.query(
        `SELECT count(*)::int AS events, count(DISTINCT guest_id)::int AS guests FROM events WHERE organisation_id = $1`,
        [organisationId],
      )
      expect(rows).toEqual([{ events: DELIVERIES, guests: DELIVERIES }])
      await ground.close()
    },
  )
})
