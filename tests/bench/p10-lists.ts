import { type PageAnswer, signedIn, type Visitor } from '../support/dashboard.ts'
import { storeEvents } from '../support/store-events.ts'
import { type Benchmark, inTurns, median } from './benchmark.ts'
import { type Bench, openBench, serve } from './service.ts'

const MANY = 1_000_000
const FEW = 1_000
const PAGES = 3

interface Listed {
  readonly links: { readonly next: string | null }
}

/** The first pages of the dashboard's list of events, with a million of them. */
export const p10: Benchmark = {
  id: 'P10',
  async run({ rounds, smoke }) {
    const [full, nearlyEmpty] = await Promise.all([openBench(), openBench()])
    await fill(full, smoke ? 2 * FEW : MANY)
    await fill(nearlyEmpty, FEW)
    const [ours, theirs] = await Promise.all([serve(full, 'api'), serve(nearlyEmpty, 'api')])
    try {
      const atMany = await signedIn({ ...full, url: ours.url }, full.organisationId)
      const atFew = await signedIn({ ...nearlyEmpty, url: theirs.url }, nearlyEmpty.organisationId)
      const times = smoke ? 3 : 200
      await read(atMany, times)
      await read(atFew, times)
      const figures = await inTurns(
        rounds,
        () => read(atMany, times),
        () => read(atFew, times),
      )
      return {
        id: 'P10',
        what: `a page of the list of ${MANY.toLocaleString('en')} events, p50`,
        against: `of ${FEW.toLocaleString('en')}`,
        unit: 'ms',
        must: { atMost: 1.5 },
        ...figures,
      }
    } finally {
      await Promise.all([ours.child.stop(), theirs.child.stop()])
      await Promise.all([full.close(), nearlyEmpty.close()])
    }
  },
}

async function fill({ database, organisationId, guestIds }: Bench, count: number): Promise<void> {
  await storeEvents({ engine: database.engine, organisationId, guestIds, source: 'bench' }, count)
  await database.engine.query('ANALYZE')
}

/** The median over the first pages, each asked for as the one before says. */
async function read(visitor: Visitor, times: number): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    let path: string | null = '/events'
    for (let page = 0; page < PAGES && path !== null; page++) {
      const began = performance.now()
      const { status, body, text }: PageAnswer<Listed> = await visitor.get(path)
      took.push(performance.now() - began)
      if (status !== 200) throw new Error(text)
      path = body.links.next?.replace('/dashboard/api', '') ?? null
    }
  }
  return median(took)
}
