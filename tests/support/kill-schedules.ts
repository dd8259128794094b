import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { sendBroadcast } from '../../server/src/workflows/broadcasts/change-broadcast.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { findSchedulePoints } from './fault-points.ts'
import type { Ground } from './ground.ts'
import { eventually } from './millrace.ts'
import { launchProcess, shortLease, startProcess } from './processes.ts'
import { untilFinished } from './takeover.ts'

/** More than two portions. */
export const GUESTS = 1_200

const gives: Omit<WorkflowDefinition, 'trigger'> = {
  start: 'give',
  nodes: [
    { id: 'give', type: 'award_points', points: 1, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

const publish = ({ engine, organisationId, workflowId }: Ground, trigger: Trigger) =>
  inTransaction(engine, async tx => {
    await tx.query(`UPDATE organisations SET settings = '{"time_zone": "UTC"}' WHERE id = $1`, [
      organisationId,
    ])
    await publishWorkflow(tx, {
      organisationId,
      workflowId,
      document: { ...gives, trigger },
      actor: 'test',
    })
  })

/** Published before the moment, which is the beginning of this minute. */
async function publishBefore(ground: Ground, trigger: (time: string) => Trigger): Promise<void> {
  await publish(ground, trigger(new Date().toISOString().slice(11, 16)))
  await ground.engine.query(`UPDATE schedules SET since = now() - interval '5 minutes'`)
}

/** Every guest has a birthday today. */
async function celebrate(ground: Ground): Promise<void> {
  await ground.engine.query('UPDATE guests SET attributes = $2 WHERE id = ANY($1)', [
    ground.guestIds,
    JSON.stringify({ birthday: `1990${new Date().toISOString().slice(4, 10)}` }),
  ])
  await publishBefore(ground, time => ({ date: { attribute: 'birthday', repeats: 'yearly', time } }))
}

/** Every guest was there a day ago, and another one today: visits arrive. */
async function stayAway(ground: Ground): Promise<void> {
  const { engine, organisationId, guestIds } = ground
  const visit = (ids: readonly string[], ago: string) =>
    engine.query(
      `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, occurred_at)
       SELECT $1, guest_id, event_id, 'visit', 'till', date_trunc('minute', now()) - $4::interval
       FROM unnest($2::uuid[], $3::uuid[]) AS t (guest_id, event_id)`,
      [organisationId, ids, ids.map(() => newId()), ago],
    )
  await visit(guestIds, '24 hours 1 minute')
  await visit([newId()], '1 hour')
  await publishBefore(ground, time => ({ absence: { days: 1, time } }))
}

const tagGold = (engine: Ground['engine'], ids: readonly string[]) =>
  engine.query(`UPDATE guests SET tags = '{gold}' WHERE id = ANY($1)`, [ids])

/** A segment that has these guests. */
async function goldSegment({ engine, organisationId }: Ground, ids: readonly string[]): Promise<string> {
  await tagGold(engine, ids)
  const condition = { field: 'guest.tags', operator: 'contains', value: 'gold' } as const
  const { id } = await inTransaction(engine, tx =>
    createSegment(tx, organisationId, { name: 'Gold', condition }, 'test'),
  )
  while (await keepSegments(engine, { error: fail }));
  return id
}

/** Every guest is in the segment: half of them when the workflow is published, and half enter afterwards. */
async function enter(ground: Ground): Promise<void> {
  const { engine, guestIds } = ground
  const id = await goldSegment(ground, guestIds.slice(0, GUESTS / 2))
  await publish(ground, { segment: { id, on: 'enters', already_in: 'start' } })
  await tagGold(engine, guestIds.slice(GUESTS / 2))
}

/** Every guest is in the segment, and the broadcast is sent. */
async function send(ground: Ground): Promise<void> {
  const { engine, organisationId, workflowId, guestIds } = ground
  await publish(ground, { broadcast: { segment: await goldSegment(ground, guestIds) } })
  await inTransaction(engine, tx => sendBroadcast(tx, { organisationId, workflowId, actor: 'test' }))
}

const fail = (fault: unknown) => {
  throw fault
}

/** What makes every guest due. */
const becomesDue = { date: celebrate, absence: stayAway, segment: enter, broadcast: send } as const
export type Scheduled = keyof typeof becomesDue
export const scheduled = Object.keys(becomesDue) as Scheduled[]

/** Workers are killed so often at each point, and others finish what is left. Returns what is wrong then. */
export async function killSchedules(
  ground: Ground,
  trigger: Scheduled,
  kills: number,
  progress: (sentence: string) => void = () => undefined,
): Promise<{ kills: number; faults: string[] }> {
  const { databaseUrl, engine, organisationId } = ground
  const faults: string[] = []
  await becomesDue[trigger](ground)
  const points = findSchedulePoints()
  for (const faultPoint of points)
    for (let kill = 1; kill <= kills; kill += 1) {
      progress(`${trigger}: ${faultPoint}, kill ${kill} of ${kills}`)
      // It may die before it is ready: everyone is due already.
      const dying = await launchProcess({ databaseUrl, roles: ['worker'], faultPoint, env: shortLease })
      const { signal } = await dying.ended
      if (signal !== 'SIGKILL') faults.push(`${trigger}: ended with ${signal} at ${faultPoint}`)
    }
  const heirs = [
    await startProcess({ databaseUrl, roles: ['worker'], env: shortLease }),
    await startProcess({ databaseUrl, roles: ['worker'], env: shortLease }),
  ]
  await eventually(
    async () => (await engine.query('SELECT FROM runs')).rowCount ?? 0,
    runs => runs >= GUESTS,
  )
  await untilFinished(ground)
  await eventually(
    async () => (await engine.query(`SELECT FROM broadcasts WHERE state <> 'done'`)).rowCount ?? 0,
    sending => sending === 0,
  )
  for (const heir of heirs) await heir.stop()
  const { rows } = await engine.query(
    `SELECT count(*)::int AS runs, count(DISTINCT guest_id)::int AS guests,
            (SELECT sum(points)::int FROM guests WHERE organisation_id = $1) AS points,
            (SELECT sum(started)::int FROM (SELECT started FROM schedule_days UNION ALL SELECT started FROM broadcasts)
               AS receipts) AS counted,
            count(*) FILTER (WHERE trigger <> $2)::int AS odd,
            (SELECT count(*)::int FROM segment_moves) AS left
     FROM runs WHERE organisation_id = $1`,
    [organisationId, trigger],
  )
  const wanted = { runs: GUESTS, guests: GUESTS, points: GUESTS, counted: GUESTS, odd: 0, left: 0 }
  if (JSON.stringify(rows) !== JSON.stringify([wanted])) faults.push(`${trigger}: ${JSON.stringify(rows)}`)
  return { kills: points.length * kills, faults }
}
