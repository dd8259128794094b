import type { Trigger } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { newId } from '../../server/src/base/ids.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { decideMissed } from '../../server/src/workflows/missed/decide-missed.ts'
import type { Scheduled } from './scheduled.ts'

/**
 * Workflows that a date, an absence, a segment and a broadcast start, for a few guests, over a change of the clocks: guests come, change and
 * are deleted, workers look, die and are two, clocks jump, workflows are paused and published again, in any order. A model of a few lines
 * says who starts how often, and who is missed.
 */

const GUESTS = 3
const HOUR = 3_600_000
const DAY = 24 * HOUR
const kinds = ['date', 'absence', 'segment', 'broadcast'] as const
type Kind = (typeof kinds)[number]

/** Minutes of the day; the first is skipped in March and comes twice in October. */
const times = { date: 90, absence: 11 * 60, broadcast: 12 * 60 } as const
type Daily = keyof typeof times
const ABSENT_DAYS = 3
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const triggers = (segment: string, attribute: string): Record<Kind, Trigger> => ({
  date: { date: { attribute, repeats: 'yearly', time: clock(times.date), if_late: 'start' } },
  absence: { absence: { days: ABSENT_DAYS, time: clock(times.absence) } },
  segment: { segment: { id: segment, on: 'enters' } },
  broadcast: { broadcast: { segment, every: { time: clock(times.broadcast) } } },
})

type Command =
  | { readonly do: 'birthday'; readonly guest: number; readonly inDays: number | null }
  | { readonly do: 'visit'; readonly guest: number; readonly hoursAgo: number }
  | { readonly do: 'gold'; readonly guest: number; readonly is: boolean }
  | { readonly do: 'erase'; readonly guest: number }
  | { readonly do: 'look'; readonly diesAt: number | null; readonly workers: number }
  | { readonly do: 'pause' | 'resume' | 'publish' | 'start missed'; readonly kind: Kind }
  | { readonly do: 'turn'; readonly hours: number }
  | { readonly do: 'next'; readonly kind: Daily; readonly late: boolean }

const guest = fc.nat(GUESTS - 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('birthday' as const),
      guest,
      inDays: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('visit' as const),
      guest,
      hoursAgo: fc.constantFrom(0, 0, 20, 60, 80),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('gold' as const), guest, is: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), guest }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      diesAt: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
      workers: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'publish' as const, 'start missed' as const),
      kind: fc.constantFrom(...kinds),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('turn' as const), hours: fc.integer({ min: -48, max: 36 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('next' as const),
      kind: fc.constantFrom('date' as const, 'absence' as const, 'broadcast' as const),
      late: fc.boolean(),
    }),
  },
)

/** So that there is something to go wrong from the beginning. */
const first: readonly Command[] = [
  { do: 'birthday', guest: 0, inDays: 1 },
  { do: 'birthday', guest: 1, inDays: 2 },
  { do: 'visit', guest: 1, hoursAgo: 60 },
  { do: 'gold', guest: 2, is: true },
  { do: 'look', diesAt: null, workers: 1 },
]

/** When a time of day is in London, in a year whose clocks change on 29 March and 25 October. */
function slotOn(day: number, kind: Daily): number {
  const minutes = times[kind]
  const [march, october] = [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)]
  if (day === march && minutes >= 60 && minutes < 120) return day + HOUR
  const isSummer =
    (day > march && day < october) || (day === march && minutes >= 120) || (day === october && minutes < 120)
  return day + minutes * 60_000 - (isSummer ? HOUR : 0)
}

const dayOf = (moment: number) => Math.floor(moment / DAY) * DAY

/** The slots after one moment and up to another. */
function slotsBetween(kind: Daily, after: number, until: number): { day: number; at: number }[] {
  const slots: { day: number; at: number }[] = []
  for (let day = dayOf(after) - DAY; day <= until + DAY; day += DAY) {
    const at = slotOn(day, kind)
    if (at > after && at <= until) slots.push({ day, at })
  }
  return slots
}

const lastSlot = (kind: Daily, moment: number) =>
  (slotsBetween(kind, moment - 3 * DAY, moment).at(-1) as { at: number }).at

interface Place {
  isPaused: boolean
  /** Up to when its slots were considered; undefined: not yet. */
  reached?: number
  /** Guest and occasion. */
  readonly had: Set<string>
  readonly missed: Map<string, { guest: number; wanted: boolean }>
  readonly started: number[]
}

/** What should happen. */
class Model {
  readonly birthdays: (number | null)[] = Array.from({ length: GUESTS }, () => null)
  readonly visits: { id: string; at: number }[][] = Array.from({ length: GUESTS }, () => [])
  readonly gold = new Set<number>()
  readonly inside = new Set<number>()
  readonly erased = new Set<number>()
  entered: { guest: number; stay: number }[] = []
  stays = 0
  readonly broadcasts = new Map<number, 'missed' | 'done'>()
  readonly places: Record<Kind, Place>
  readonly since: number

  constructor(since: number) {
    this.since = since
    const place = (): Place => ({
      isPaused: false,
      had: new Set(),
      missed: new Map(),
      started: Array.from({ length: GUESTS }, () => 0),
    })
    this.places = { date: place(), absence: place(), segment: place(), broadcast: place() }
  }

  erase(guest: number): void {
    this.erased.add(guest)
    this.birthdays[guest] = null
    this.visits[guest] = []
    this.gold.delete(guest)
    this.inside.delete(guest)
    this.entered = this.entered.filter(one => one.guest !== guest)
    for (const kind of kinds)
      for (const [key, missed] of this.places[kind].missed)
        if (missed.guest === guest) this.places[kind].missed.delete(key)
  }

  look(now: number): void {
    for (let guest = 0; guest < GUESTS; guest += 1) {
      if (this.gold.has(guest) === this.inside.has(guest)) continue
      if (this.inside.delete(guest)) continue
      this.inside.add(guest)
      this.stays += 1
      this.entered.push({ guest, stay: this.stays })
    }
    this.startMissed()
    for (const { guest, stay } of this.entered.splice(0)) this.due('segment', guest, `${stay}`, false)
    this.considerSlots('date', now, ({ day }) =>
      this.birthdays.flatMap((date, guest) =>
        date === day ? [{ guest, key: `${guest} ${new Date(day).getUTCFullYear()}` }] : [],
      ),
    )
    this.considerSlots('absence', now, ({ at }, from) =>
      this.visits.flatMap((visits, guest) => {
        const last = visits.toSorted((a, b) => a.at - b.at).at(-1)
        const isDue =
          last !== undefined && last.at > from - ABSENT_DAYS * DAY && last.at <= at - ABSENT_DAYS * DAY
        return isDue ? [{ guest, key: last.id }] : []
      }),
    )
    this.sendBroadcasts(now)
  }

  private considerSlots(
    kind: 'date' | 'absence',
    now: number,
    whoIs: (slot: { day: number; at: number }, from: number) => { guest: number; key: string }[],
  ): void {
    const place = this.places[kind]
    const { reached = lastSlot(kind, Math.min(now, this.since)) } = place
    let from = reached > now ? lastSlot(kind, now) : reached
    for (const slot of slotsBetween(kind, from, now)) {
      const isLate = kind === 'absence' && now - slot.at > HOUR
      for (const { guest, key } of whoIs(slot, from)) this.due(kind, guest, key, isLate)
      from = slot.at
    }
    place.reached = from
  }

  private due(kind: Kind, guest: number, key: string, isLate: boolean): void {
    const { had, missed, started, isPaused } = this.places[kind]
    if (had.has(key)) return
    if (isPaused || isLate) {
      if (!missed.has(key)) missed.set(key, { guest, wanted: false })
      return
    }
    had.add(key)
    ;(started[guest] as number) += 1
  }

  private startMissed(): void {
    for (const kind of kinds) {
      const { missed, isPaused } = this.places[kind]
      if (isPaused) continue
      for (const [key, { guest, wanted }] of missed) {
        if (!wanted) continue
        missed.delete(key)
        const visits = this.visits[guest] as Model['visits'][number]
        const left = visits.find(({ id }) => id === key)?.at ?? Number.POSITIVE_INFINITY
        const cameAgain = visits.some(({ id, at }) => id !== key && at >= left)
        if (kind !== 'absence' || !cameAgain) this.due(kind, guest, key, false)
      }
    }
  }

  private sendBroadcasts(now: number): void {
    const place = this.places.broadcast
    const from = Math.min(now, place.reached ?? this.since)
    for (const { day, at } of slotsBetween('broadcast', from, now)) {
      if (this.broadcasts.has(day)) continue
      const isMissed = place.isPaused || now - at > HOUR
      this.broadcasts.set(day, isMissed ? 'missed' : 'done')
      if (!isMissed) for (const guest of this.inside) this.due('broadcast', guest, `${day} ${guest}`, false)
    }
    place.reached = now
  }
}

/** Carries out commands on the database and on the model. Throws where they differ. */
async function check(ground: Scheduled, begin: number, commands: readonly Command[]): Promise<number> {
  let now = begin
  const turn = (to: number) => {
    // Every command has its own moment, wherever the clock stands.
    now = to + 7
    ground.turnTo(new Date(now).toISOString())
  }
  turn(now)
  const mark = newId()
  const attribute = `birthday_${mark}`
  const guests: string[] = []
  for (let index = 0; index < GUESTS; index += 1) guests.push(await ground.guestWith({}))
  const segment = await ground.segment(`Gold ${mark}`, {
    field: 'guest.tags',
    operator: 'contains',
    value: mark,
  })
  const ids = new Map<Kind, string>()
  const of = triggers(segment, attribute)
  turn(now)
  const model = new Model(now)
  for (const kind of kinds) ids.set(kind, await ground.publishAt(of[kind]))
  const idOf = (kind: Kind) => ids.get(kind) as string

  async function look(diesAt: number | null, workers: number): Promise<void> {
    model.look(now)
    const work = async (many: number) => {
      await ground.keep()
      await ground.work(Array.from({ length: many }, () => ground.worker()))
    }
    if (diesAt !== null) {
      let left = diesAt
      ground.dieWith(() => {
        left -= 1
        return left === 0
      })
      // Alone: another one could still be at work when this one has died.
      await work(1).catch((error: { code?: string }) => {
        if (error.code !== '57P01') throw error
      })
      ground.dieWith(undefined)
    }
    await work(workers)
  }

  async function carryOut(given: Command): Promise<void> {
    turn(now)
    if ('guest' in given && model.erased.has(given.guest)) return
    switch (given.do) {
      case 'birthday': {
        const day = given.inDays === null ? null : dayOf(now) + given.inDays * DAY
        model.birthdays[given.guest] = day
        const date = day === null ? {} : { [attribute]: `1990${new Date(day).toISOString().slice(4, 10)}` }
        await ground.query('UPDATE guests SET attributes = $2 WHERE id = $1', [
          guests[given.guest],
          JSON.stringify(date),
        ])
        return
      }
      case 'visit': {
        const [id, at] = [newId(), now - given.hoursAgo * HOUR]
        model.visits[given.guest]?.push({ id, at })
        await ground.query(
          `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, occurred_at)
           VALUES ($1, $2, $3, 'visit', 'till', $4)`,
          [ground.organisationId, guests[given.guest], id, new Date(at)],
        )
        return
      }
      case 'gold':
        if (given.is) model.gold.add(given.guest)
        else model.gold.delete(given.guest)
        await ground.query('UPDATE guests SET tags = $2 WHERE id = $1', [
          guests[given.guest],
          given.is ? [mark] : [],
        ])
        return
      case 'erase':
        model.erase(given.guest)
        await ground.within(tx =>
          eraseGuest(tx, ground.organisationId, guests[given.guest] as string, 'test'),
        )
        return
      case 'look':
        return look(given.diesAt, given.workers)
      case 'pause':
      case 'resume':
        model.places[given.kind].isPaused = given.do === 'pause'
        return ground.status(idOf(given.kind), given.do === 'pause' ? 'paused' : 'active').then(() => {})
      case 'publish':
        // Publishing makes a workflow active.
        model.places[given.kind].isPaused = false
        await ground.publishAt(of[given.kind], idOf(given.kind))
        return
      case 'start missed': {
        if (model.places[given.kind].isPaused) return
        for (const missed of model.places[given.kind].missed.values()) missed.wanted = true
        const place = { organisationId: ground.organisationId, workflowId: idOf(given.kind) }
        await ground.within(tx => decideMissed(tx, place, { decision: 'start' }, 'test'))
        return
      }
      case 'turn':
        return turn(now + given.hours * HOUR)
      case 'next': {
        const next = slotsBetween(given.kind, now, now + 2 * DAY)[0] as { at: number }
        return turn(next.at + (given.late ? 2 * HOUR : HOUR / 6))
      }
    }
  }
  const last = { do: 'look', diesAt: null, workers: 2 } as const
  for (const one of [...first, ...commands, last]) await carryOut(one)

  const runs = await ground.query<{ workflow_id: string; guest_id: string; runs: number }>(
    'SELECT workflow_id, guest_id, count(*)::int AS runs FROM runs WHERE workflow_id = ANY($1) GROUP BY 1, 2',
    [[...ids.values()]],
  )
  const missed = await ground.query<{ workflow_id: string; guest_id: string; missed: number }>(
    `SELECT workflow_id, guest_id, count(*)::int AS missed FROM missed_occasions
     WHERE workflow_id = ANY($1) GROUP BY 1, 2`,
    [[...ids.values()]],
  )
  const broadcasts = await ground.query<{ state: string; many: number }>(
    'SELECT state, count(*)::int AS many FROM broadcasts WHERE workflow_id = $1 GROUP BY 1 ORDER BY 1',
    [idOf('broadcast')],
  )
  for (const kind of kinds) await ground.status(idOf(kind), 'cancelled')
  // Every change of a guest is considered for every segment.
  for (const table of ['segment_moves', 'segment_members'])
    await ground.query(`DELETE FROM ${table} WHERE segment_id = $1`, [segment])
  await ground.query('DELETE FROM segments WHERE id = $1', [segment])
  const known = guests.map((_, index) => index).filter(index => !model.erased.has(index))
  const ofGuest = <Row extends { workflow_id: string; guest_id: string }>(
    rows: readonly Row[],
    kind: Kind,
    index: number,
  ) => rows.find(row => row.workflow_id === idOf(kind) && row.guest_id === guests[index])
  const found = kinds.flatMap(kind =>
    known.map(
      index =>
        `${kind} ${index}: ${ofGuest(runs, kind, index)?.runs ?? 0} started, ${ofGuest(missed, kind, index)?.missed ?? 0} missed`,
    ),
  )
  const wanted = kinds.flatMap(kind =>
    known.map(index => {
      const { started, missed: listed } = model.places[kind]
      const many = [...listed.values()].filter(one => one.guest === index).length
      return `${kind} ${index}: ${started[index]} started, ${many} missed`
    }),
  )
  const states = [...model.broadcasts.values()]
  const wantedBroadcasts = ['done', 'missed']
    .map(state => ({ state, many: states.filter(one => one === state).length }))
    .filter(({ many }) => many > 0)
  differ(found, wanted)
  differ(broadcasts, wantedBroadcasts)
  differ(ground.faults, [])
  return runs.reduce((sum, one) => sum + one.runs, 0)
}

function differ(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`found  ${JSON.stringify(found)}\nwanted ${JSON.stringify(wanted)}`)
}

/** A few days before a change of the clocks. */
const begins = [Date.UTC(2026, 2, 26, 20), Date.UTC(2026, 9, 22, 20), Date.UTC(2026, 5, 1)]

export interface Compared {
  readonly sequences: number
  readonly runs: number
  readonly seed: number
  /** Where the two differ, shrunk, with the seed; undefined: nowhere. */
  readonly counterexample: string | undefined
}

export async function compareScheduled(
  ground: Scheduled,
  {
    numRuns,
    maxCommands,
    ...control
  }: { numRuns: number; maxCommands: number; seed?: number; endOnFailure?: boolean },
  progress: (done: number) => void = () => undefined,
): Promise<Compared> {
  // One who comes always: the till is not silent.
  await ground.visit(await ground.guestWith({}), '2030-01-01T00:00:00Z')
  let [sequences, runs] = [0, 0]
  const outcome = await fc.check(
    fc.asyncProperty(
      fc.constantFrom(...begins),
      fc.array(command, { minLength: 15, maxLength: maxCommands, size: 'max' }),
      async (begin, commands) => {
        runs += await check(ground, begin, commands)
        progress(++sequences)
      },
    ),
    { numRuns, ...control },
  )
  const { failed, counterexample, errorInstance } = outcome
  return {
    sequences,
    runs,
    seed: outcome.seed,
    counterexample: failed
      ? `seed ${outcome.seed}, after ${JSON.stringify(counterexample)}: ${(errorInstance as Error)?.message}`
      : undefined,
  }
}
