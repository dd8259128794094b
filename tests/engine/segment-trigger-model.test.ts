import type { SegmentTrigger } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScheduled, type Scheduled } from './scheduled.ts'

/**
 * Guests come and go, workers look and die, clocks jump, workflows are paused and published again, in any order. A model of a few
 * lines says how often each guest starts.
 */

const GUESTS = 3
const RICH = 10
const RUNS = 25

let ground: Scheduled
beforeAll(async () => {
  ground = await openScheduled()
})
afterAll(() => ground.close())

type Command =
  | { readonly do: 'points'; readonly guest: number; readonly points: number }
  | { readonly do: 'keep' | 'work'; readonly diesAt: number | null }
  | { readonly do: 'pause' | 'resume' | 'publish' }
  | { readonly do: 'clock'; readonly hours: number }

const dying = fc.option(fc.integer({ min: 1, max: 30 }), { freq: 2 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('points' as const),
      guest: fc.nat(GUESTS - 1),
      points: fc.constantFrom(0, RICH),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('keep' as const), diesAt: dying }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const), diesAt: dying }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'publish' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clock' as const), hours: fc.integer({ min: -50, max: 50 }) }),
  },
)

const directions = ['enters', 'leaves'] as const
type Direction = (typeof directions)[number]

/** What should happen. */
class Model {
  readonly points = Array.from({ length: GUESTS }, () => 0)
  readonly inside = new Set<number>()
  isPaused = false
  missed = 0
  readonly pending: [Direction, number][] = []
  readonly started = new Map<string, number>()

  keep(): void {
    for (const [guest, points] of this.points.entries()) {
      const belongs = points >= RICH
      if (belongs === this.inside.has(guest)) continue
      this.pending.push([belongs ? 'enters' : 'leaves', guest])
      if (belongs) this.inside.add(guest)
      else this.inside.delete(guest)
    }
  }

  work(): void {
    for (const [direction, guest] of this.pending.splice(0)) {
      const key = `${direction} ${guest}`
      if (this.isPaused) this.missed += 1
      else this.started.set(key, (this.started.get(key) ?? 0) + 1)
    }
  }
}

let number = 0
let now = Date.parse('2026-03-01T00:00:00Z')

/** Every command has its own moment, wherever the clock stands. */
const turn = (byMs = 0) => {
  now += byMs + 7
  ground.turnTo(new Date(now).toISOString())
}

async function dyingAt(diesAt: number | null, work: () => Promise<void>): Promise<void> {
  if (diesAt !== null) {
    let left = diesAt
    ground.dieWith(() => {
      left -= 1
      return left === 0
    })
    await work().catch((error: { code?: string }) => expect(error.code).toBe('57P01'))
    ground.dieWith(undefined)
  }
  await work()
}

async function check(commands: readonly Command[]): Promise<void> {
  number += 1
  const attribute = `rich_${number}`
  const guests: string[] = []
  for (let index = 0; index < GUESTS; index += 1) guests.push(await ground.guestWith({ [attribute]: 0 }))
  const segmentId = await ground.segment(`Rich ${number}`, {
    field: `guest.attributes.${attribute}`,
    operator: 'at_least',
    value: RICH,
  })
  const trigger = (on: Direction): SegmentTrigger => ({ segment: { id: segmentId, on } })
  const workflows = new Map<Direction, string>()
  for (const on of directions) workflows.set(on, await ground.publishAt(trigger(on)))
  const model = new Model()
  const everywhere = async (change: (id: string, on: Direction) => Promise<unknown>) => {
    for (const [on, id] of workflows) await change(id, on)
  }

  const carryOut = async (given: Command): Promise<void> => {
    turn()
    switch (given.do) {
      case 'points':
        model.points[given.guest] = given.points
        await ground.query('UPDATE guests SET attributes = $2 WHERE id = $1', [
          guests[given.guest],
          JSON.stringify({ [attribute]: given.points }),
        ])
        return
      case 'keep':
        model.keep()
        return dyingAt(given.diesAt, () => ground.keep())
      case 'work':
        model.work()
        return dyingAt(given.diesAt, () => ground.work())
      case 'pause':
      case 'resume': {
        model.isPaused = given.do === 'pause'
        return everywhere(id => ground.status(id, model.isPaused ? 'paused' : 'active'))
      }
      case 'publish':
        // Publishing makes a workflow active.
        model.isPaused = false
        return everywhere((id, on) => ground.publishAt(trigger(on), id))
      case 'clock':
        return turn(given.hours * 3_600_000)
    }
  }
  for (const one of [...commands, { do: 'keep', diesAt: null }, { do: 'work', diesAt: null }] as const)
    await carryOut(one)

  const started = await ground.query<{ key: string; runs: number }>(
    `SELECT CASE workflow_id WHEN $1 THEN 'enters ' ELSE 'leaves ' END || array_position($3::uuid[], guest_id) - 1 AS key,
            count(*) AS runs
     FROM runs WHERE workflow_id IN ($1, $2) GROUP BY 1`,
    [workflows.get('enters'), workflows.get('leaves'), guests],
  )
  expect(new Map(started.map(({ key, runs }) => [key, runs]))).toEqual(model.started)
  const [days] = await ground.query<{ missed: number; started: number }>(
    `SELECT coalesce(sum(missed), 0)::int AS missed, coalesce(sum(started), 0)::int AS started
     FROM schedule_days WHERE workflow_id = ANY($1)`,
    [[...workflows.values()]],
  )
  const all = [...model.started.values()].reduce((sum, runs) => sum + runs, 0)
  expect(days).toEqual({ missed: model.missed, started: all })
  expect(ground.faults).toEqual([])
  await everywhere(id => ground.status(id, 'cancelled'))
}

test('every guest starts once for each time that they enter or leave, whatever happens meanwhile', async () => {
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), check), {
    numRuns: RUNS,
  })
})
