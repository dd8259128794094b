import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { sendBroadcast } from '../../server/src/workflows/broadcasts/change-broadcast.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { findSchedulePoints } from '../support/fault-points.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, shortLease, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'

afterAll(killProcesses)

/** More than two portions. */
const GUESTS = 1_200

const gives: Omit<WorkflowDefinition, 'trigger'> = {
  start: 'give',
  nodes: [
    { id: 'give', type: 'award_points', points: 1, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

/** Every guest has a birthday today, and the moment of it is the beginning of this minute. */
async function celebrateNow({ engine, organisationId, workflowId, guestIds }: Ground): Promise<void> {
  const now = new Date()
  await engine.query('UPDATE guests SET attributes = $2 WHERE id = ANY($1)', [
    guestIds,
    JSON.stringify({ birthday: `1990${now.toISOString().slice(4, 10)}` }),
  ])
  const time = now.toISOString().slice(11, 16)
  const document: WorkflowDefinition = {
    ...gives,
    trigger: { date: { attribute: 'birthday', repeats: 'yearly', time } },
  }
  await inTransaction(engine, async tx => {
    await tx.query(`UPDATE organisations SET settings = '{"time_zone": "UTC"}' WHERE id = $1`, [
      organisationId,
    ])
    await publishWorkflow(tx, { organisationId, workflowId, document, actor: 'test' })
  })
  await engine.query(`UPDATE schedules SET since = now() - interval '5 minutes'`)
}

/** Workers are killed at each point, and others finish what is left. */
async function killAtEachPoint(ground: Ground, trigger: string): Promise<void> {
  const { databaseUrl, engine, organisationId } = ground
  const points = findSchedulePoints()
  expect(points).not.toEqual([])
  for (const faultPoint of points) {
    const dying = await startProcess({ databaseUrl, roles: ['worker'], faultPoint, env: shortLease })
    expect((await dying.ended).signal).toBe('SIGKILL')
  }
  const heirs = [
    await startProcess({ databaseUrl, roles: ['worker'], env: shortLease }),
    await startProcess({ databaseUrl, roles: ['worker'], env: shortLease }),
  ]
  await expect
    .poll(async () => (await engine.query('SELECT FROM runs')).rowCount, { timeout: 60_000, interval: 200 })
    .toBe(GUESTS)
  await untilFinished(ground)
  const { rows } = await engine.query(
    `SELECT count(*)::int AS runs, count(DISTINCT guest_id)::int AS guests,
            (SELECT sum(points)::int FROM guests WHERE organisation_id = $1) AS points,
            (SELECT sum(started)::int FROM (SELECT started FROM schedule_days UNION ALL SELECT started FROM broadcasts)
               AS receipts) AS counted,
            count(*) FILTER (WHERE trigger <> $2)::int AS odd
     FROM runs WHERE organisation_id = $1`,
    [organisationId, trigger],
  )
  expect(rows).toEqual([{ runs: GUESTS, guests: GUESTS, points: GUESTS, counted: GUESTS, odd: 0 }])
  record(`${points.length} kills, ${GUESTS} guests, ${GUESTS} runs, 0 twice`)
  for (const heir of heirs) await heir.stop()
}

test('processes that are killed while the clock starts runs start one for every guest', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: GUESTS })
  try {
    await celebrateNow(ground)
    await killAtEachPoint(ground, 'date')
  } finally {
    await ground.close()
  }
})

const tagGold = (engine: Ground['engine'], ids: readonly string[]) =>
  engine.query(`UPDATE guests SET tags = '{gold}' WHERE id = ANY($1)`, [ids])

/** A segment that has these guests. */
async function goldSegment(
  engine: Ground['engine'],
  organisationId: string,
  ids: readonly string[],
): Promise<string> {
  await tagGold(engine, ids)
  const condition = { field: 'guest.tags', operator: 'contains', value: 'gold' } as const
  const { id } = await inTransaction(engine, tx =>
    createSegment(tx, organisationId, { name: 'Gold', condition }, 'test'),
  )
  while (await keepSegments(engine, { error: fail }));
  return id
}

/** Every guest is in the segment: half of them when the workflow is published, and half enter afterwards. */
async function enterNow({ engine, organisationId, workflowId, guestIds }: Ground): Promise<void> {
  const [inside, entering] = [guestIds.slice(0, GUESTS / 2), guestIds.slice(GUESTS / 2)]
  const id = await goldSegment(engine, organisationId, inside)
  await inTransaction(engine, tx =>
    publishWorkflow(tx, {
      organisationId,
      workflowId,
      document: {
        ...gives,
        trigger: { segment: { id, on: 'enters', already_in: 'start' } },
      },
      actor: 'test',
    }),
  )
  await tagGold(engine, entering)
}

const fail = (fault: unknown) => {
  throw fault
}

test('processes that are killed while a segment starts runs start one for every guest', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: GUESTS })
  try {
    await enterNow(ground)
    await killAtEachPoint(ground, 'segment')
    const { rows } = await ground.engine.query('SELECT FROM segment_moves')
    expect(rows).toEqual([])
  } finally {
    await ground.close()
  }
})

/** Every guest is in the segment, and the broadcast is sent. */
async function sendNow({ engine, organisationId, workflowId, guestIds }: Ground): Promise<void> {
  const segment = await goldSegment(engine, organisationId, guestIds)
  const document = { ...gives, trigger: { broadcast: { segment } } }
  await inTransaction(engine, async tx => {
    await publishWorkflow(tx, { organisationId, workflowId, document, actor: 'test' })
    await sendBroadcast(tx, { organisationId, workflowId, actor: 'test' })
  })
}

test('processes that are killed while a broadcast is sent start one run for every guest', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: GUESTS })
  try {
    await sendNow(ground)
    await killAtEachPoint(ground, 'broadcast')
    await expect
      .poll(async () => (await ground.engine.query('SELECT state FROM broadcasts')).rows, { timeout: 10_000 })
      .toEqual([{ state: 'done' }])
  } finally {
    await ground.close()
  }
})
