import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { settle } from '../../server/src/deliveries/settle.ts'
import * as model from './model.ts'
import { delivered, passing, refused, type Stage } from './stage.ts'

const GUESTS = 2

/** A sequence's part of the stage: a workflow, guests, and the runs in the order in which they started. */
interface Real {
  readonly stage: Stage
  readonly source: string
  readonly workflowId: string
  readonly guestIds: readonly string[]
  readonly runIds: string[]
}

type Command = fc.AsyncCommand<model.Model, Real>

/** An action on both, after which both must show the same. */
function command(
  name: string,
  toModel: (state: model.Model) => void,
  toReal: (real: Real) => Promise<unknown>,
  check: (state: model.Model) => boolean = () => true,
): Command {
  return {
    check,
    async run(state, real) {
      toModel(state)
      await toReal(real)
      deepStrictEqual(await pictureOf(real), model.picture(state), `after ${name}`)
    },
    toString: () => name,
  }
}

const guest = fc.nat({ max: GUESTS - 1 })
const booking = fc.nat({ max: 1 })
const place = fc.nat({ max: 30 })

const send = (real: Real, source: string, index: number, parameters: Record<string, number> = {}) =>
  real.stage
    .event(real.guestIds[index] as string, { source, parameters })
    .then(runs => real.runIds.push(...runs))

/** The chosen run among those that exist. */
const chosen = <T>(runs: readonly T[], index: number): T => runs[index % runs.length] as T

const enter = (at: number, about: number) =>
  command(
    `enter ${at} for ${about}`,
    state => model.enter(state, at, about),
    real => send(real, real.source, at, { booking: about }),
  )

const force = (at: number) =>
  command(
    `force ${at}`,
    state => model.start(state, at),
    async real => real.runIds.push(await real.stage.force(real.workflowId, real.guestIds[at] as string)),
    state => state.status === 'active',
  )

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(guest, booking).map(([at, about]) => enter(at, about)),
  fc.tuple(guest, booking).map(([at, about]) =>
    command(
      `move ${at} for ${about}`,
      state => model.move(state, at, about),
      real => send(real, `move ${real.source}`, at, { booking: about }),
    ),
  ),
  fc.tuple(guest, booking).map(([at, about]) =>
    command(
      `cancel booking ${about} of ${at}`,
      state => model.leave(state, at, about),
      real => send(real, `cancel ${real.source}`, at, { booking: about }),
    ),
  ),
  guest.map(at =>
    command(
      `visit ${at}`,
      state => model.visit(state, at),
      real => send(real, 'visit', at),
    ),
  ),
  guest.map(at =>
    command(
      `leave ${at}`,
      state => model.leave(state, at),
      real => send(real, `leave ${real.source}`, at),
    ),
  ),
  guest.map(force),
  fc.boolean().map(together =>
    command(together ? 'work by two' : 'work', model.work, async ({ stage }) => {
      if (together) await Promise.all([stage.workOnce(1), stage.workOnce(1)])
      await stage.work()
    }),
  ),
  fc.constantFrom('delivered', 'refused', 'passing', 'abandoned').map(result =>
    command(
      result,
      state => model.deliver(state, result),
      real => attempt(real, result),
    ),
  ),
  fc.constantFrom('hours', 'days').map(length =>
    command(
      `jump by ${length}`,
      state => model.jump(state, length),
      real => jump(real, length),
    ),
  ),
  fc.constant(command('wake', model.wakeDue, ({ stage }) => stage.wake())),
  fc.constant(command('resume', model.resumePaused, ({ stage }) => stage.resume())),
  place.map(at =>
    command(
      `cancel ${at}`,
      state => model.cancel(chosen(state.runs, at)),
      real => real.stage.cancel(real.workflowId, chosen(real.runIds, at)),
      state => state.runs.length > 0,
    ),
  ),
  place.map(at =>
    command(
      `retry ${at}`,
      state => model.retry(chosen(state.runs, at)),
      real => real.stage.retry(chosen(real.runIds, at)),
      state => state.runs.length > 0,
    ),
  ),
  fc.constantFrom('active', 'paused').map(status =>
    command(
      status === 'active' ? 'resume' : 'pause',
      state => {
        state.status = status
      },
      real => real.stage.status(real.workflowId, { status }),
    ),
  ),
  fc.constant(
    command(
      'publish',
      state => {
        state.version += 1
        state.status = 'active'
      },
      async real => {
        const [row] = await real.stage.query<{ version: number }>(
          'SELECT version FROM workflows WHERE id = $1',
          [real.workflowId],
        )
        await real.stage.publish(model.document(real.source, (row?.version ?? 0) + 1), real.workflowId)
      },
    ),
  ),
  fc.constant(command('a worker dies', () => {}, die)),
]

const work = command('work', model.work, ({ stage }) => stage.work())
const sent = command(
  'delivered',
  state => model.deliver(state, 'delivered'),
  real => attempt(real, 'delivered'),
)

/** How every sequence starts, so that there is something to act on. */
const begin = [enter(0, 0), force(1), work, sent]

/** Commands that advance runs come more often, or few runs would get far. */
const often = [...commands, ...Array(5).fill(fc.constant(work)), ...Array(3).fill(fc.constant(sent))]

/** Takes every job, does everything, and dies before the commit. */
async function die({ stage }: Real): Promise<void> {
  const gone = new Error('the power is gone')
  await stage.workOnce(100, { done: () => Promise.reject(gone) }).catch(error => {
    if (error !== gone) throw error
  })
}

async function attempt(
  { stage }: Real,
  result: 'delivered' | 'refused' | 'passing' | 'abandoned',
): Promise<void> {
  const due = await stage.claim('webhook')
  if (result === 'abandoned') return
  const outcome = { delivered, refused, passing }[result]
  for (const message of due) await stage.write(tx => settle(tx, stage.queue, message, { outcome }, 0.5))
}

async function jump({ stage, guestIds }: Real, length: 'hours' | 'days'): Promise<void> {
  const by = length === 'hours' ? '2 hours' : '4 days'
  await stage.query(
    `UPDATE re_entries SET entered_at = entered_at - interval '${by}' WHERE guest_id = ANY($1)`,
    [guestIds],
  )
  await stage.query(
    `UPDATE runs SET resumes_at = resumes_at - interval '${by}' WHERE guest_id = ANY($1) AND resumes_at IS NOT NULL`,
    [guestIds],
  )
  await stage.query(`UPDATE messages SET due_at = now() WHERE guest_id = ANY($1) AND status = 'pending'`, [
    guestIds,
  ])
}

async function pictureOf({ stage, guestIds, runIds }: Real): Promise<ReturnType<typeof model.picture>> {
  const [guests, runs] = await Promise.all([
    stage.query<{ points: number }>(
      'SELECT points FROM unnest($1::uuid[]) WITH ORDINALITY AS g (id, place) JOIN guests USING (id) ORDER BY place',
      [guestIds],
    ),
    stage.query<ReturnType<typeof model.picture>['runs'][number]>(
      `SELECT CASE WHEN w.status = 'paused' AND r.status IN ('queued', 'running', 'waiting') THEN 'paused'
                   ELSE r.status END AS status,
              r.outcome, r.workflow_version AS version, r.node_id AS node,
              coalesce((
                SELECT array_agg(
                  CASE s.status WHEN 'completed' THEN s.node_id WHEN 'skipped' THEN s.node_id || ' skipped: ' || (s.detail->>'reason')
                  ELSE s.node_id || ' ' || s.status END ORDER BY position)
                FROM every_step s WHERE s.organisation_id = r.organisation_id AND s.run_id = r.id), '{}') AS path,
              (SELECT m.status FROM messages m WHERE m.organisation_id = r.organisation_id AND m.run_id = r.id) AS message
       FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
       JOIN runs r USING (id) JOIN workflows w ON w.organisation_id = r.organisation_id AND w.id = r.workflow_id
       ORDER BY place`,
      [runIds],
    ),
  ])
  return { points: guests.map(row => row.points), runs }
}

let sequences = 0

export interface Tried {
  readonly sequences: number
  readonly runs: number
  readonly seed: number
  /** undefined: model and engine agreed throughout. */
  readonly counterexample: string | undefined
}

/** Runs random sequences against both, and lets every run end at the end of each. */
export async function compare(
  stage: Stage,
  {
    numRuns,
    maxCommands,
    seed = Date.now() % 2 ** 31,
    path = '',
  }: { numRuns: number; maxCommands: number; seed?: number; path?: string },
  progress: (done: number) => void = () => {},
): Promise<Tried> {
  let [done, runs] = [0, 0]
  const property = fc.asyncProperty(fc.commands(often, { maxCommands, size: 'max' }), async list => {
    const source = `sequence ${sequences++}`
    const workflowId = await stage.publish(model.document(source, 1))
    const guestIds = await Promise.all(Array.from({ length: GUESTS }, () => stage.guest()))
    const real: Real = { stage, source, workflowId, guestIds, runIds: [] }
    const state = model.newModel(GUESTS)
    try {
      for (const one of begin) await one.run(state, real)
      await fc.asyncModelRun(() => ({ model: state, real }), list)
      await comeToRest(state, real)
      runs += state.runs.length
      progress(++done)
    } finally {
      await leaveNothing(real)
    }
  })
  const result = await fc.check(property, { numRuns, seed, path, endOnFailure: true })
  return {
    sequences: result.numRuns,
    runs,
    seed: result.seed,
    counterexample: result.failed
      ? `${fc.defaultReportMessage(result)}\n${(result.errorInstance as Error).message}`
      : undefined,
  }
}

/** Nothing may be stuck: with time, reports from outside and a worker, every run ends. */
async function comeToRest(state: model.Model, real: Real): Promise<void> {
  const { stage, workflowId } = real
  state.status = 'active'
  await stage.status(workflowId, { status: 'active' })
  model.resumePaused(state)
  await stage.resume()
  for (let round = 0; round < 4; round++) {
    model.work(state)
    await stage.work()
    model.jump(state, 'days')
    await jump(real, 'days')
    model.deliver(state, 'delivered')
    await attempt(real, 'delivered')
    model.wakeDue(state)
    await stage.wake()
  }
  deepStrictEqual(await pictureOf(real), model.picture(state), 'after everything came to rest')
  deepStrictEqual(
    state.runs.filter(run => !model.isOver(run)),
    [],
    'after everything came to rest, nothing is open',
  )
}

/** What a sequence leaves must not affect another. */
async function leaveNothing({ stage, guestIds }: Real): Promise<void> {
  await stage.query('DELETE FROM jobs')
  await stage.query(
    `UPDATE messages SET status = 'cancelled' WHERE guest_id = ANY($1) AND status = 'pending'`,
    [guestIds],
  )
  await stage.query(
    `UPDATE runs SET status = 'cancelled', resumes_at = NULL, held_at = NULL, sequence = sequence + 1
     WHERE guest_id = ANY($1) AND status NOT IN ('completed', 'failed', 'cancelled')`,
    [guestIds],
  )
}
