import { afterAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { savePull } from '../../server/src/connections/pull/settings.ts'
import { json } from '../../server/src/connections/vendors/generic.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { findPullPoints } from '../support/fault-points.ts'
import { openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, launchProcess, startProcess, testSecret } from '../support/processes.ts'
import { someOf } from '../support/trials.ts'

const PAGES = 12

afterAll(killProcesses)

describe('a process that is killed with SIGKILL', () => {
  test.each(someOf(findPullPoints(), 1))(
    'at %s leaves out no page, and makes no event twice',
    async faultPoint => {
      const system = await httpReceiver((response, { path }) => {
        const number = Number(new URL(path, 'http://x').searchParams.get('page') ?? 0)
        const next = number + 1 < PAGES ? number + 1 : null
        response.end(JSON.stringify({ email: `guest-${number}@example.com`, next }))
      })
      const env = {
        MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
        MILLRACE_ALLOW_PORTS: String(system.port),
      }
      const ground = await openGround(await createTestDatabase(), {})
      const { databaseUrl, engine, organisationId } = ground
      const sealer = createSealer({ current: testSecret, previous: [] })
      const connection = { name: 'Bookings', vendor: json, secret: 'x', unknownGuests: 'create' } as const
      await inTransaction(engine, async tx => {
        const { id } = await createConnection(tx, sealer, organisationId, 'test', connection)
        await savePull(tx, sealer, organisationId, 'test', id, {
          url: system.url,
          every_seconds: 3_600,
          auth: 'none',
          header: null,
          cursor_parameter: 'page',
          cursor_path: '$.next',
          secret: null,
        })
      })
      // It may die before it is ready: what it is to pull waits for it.
      const dying = await launchProcess({ databaseUrl, faultPoint, env })
      expect((await dying.ended).signal).toBe('SIGKILL')
      // What the dead one had claimed is due at once, as it would be after the lease.
      await engine.query('UPDATE connection_pulls SET due_at = now()')
      await engine.query("UPDATE connection_deliveries SET due_at = now() WHERE state = 'waiting'")
      const heir = await startProcess({ databaseUrl, env })
      const count = async () => {
        const { rows } = await engine.query(
          `SELECT count(*)::int AS events, count(DISTINCT g.email)::int AS guests
         FROM events e JOIN guests g ON g.organisation_id = e.organisation_id AND g.id = e.guest_id
         WHERE e.organisation_id = $1 AND e.source = 'webhook'`,
          [organisationId],
        )
        return rows[0]
      }
      await eventually(count, ({ guests }) => guests === PAGES)
      expect(await count()).toEqual({ events: PAGES, guests: PAGES })
      await heir.stop()
      await ground.close()
      await system.close()
    },
  )
})
