import type { Condition } from '@millrace/contract/condition'
import { noVisitFacts, noVisits } from '@millrace/contract/condition/visit-facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { holds } from '#workflows/condition.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import { type EventFacts, noPastRuns, type VenueFacts } from '#workflows/facts.ts'
import { listeningWorkflows } from '#workflows/listening.ts'
import { readsGuest } from '#workflows/needs.fixture.ts'
import { route, type TriggerFacts } from './route.ts'

const { guest } = someFacts({ tags: ['vip'], points: 10 })

const sources = fc.constantFrom('till', 'Till', 'wifi', '__proto__')
const serials = fc.constantFrom('LDN-01', 'LDN-02', 'ldn-01')
const condition: fc.Arbitrary<Condition> = fc.constantFrom(
  { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
  { not: { field: 'event.parameters.spend', operator: 'at_least', value: 50 } },
  { field: 'guest.tags', operator: 'contains', value: 'vip' },
  { all: [{ field: 'guest.points', operator: 'less_than', value: 5 }] },
)

const workflows = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.constant('Test'),
    version: fc.constant(1),
    status: fc.constantFrom('active' as const, 'paused' as const, 'draft' as const, 'cancelled' as const),
    start: fc.constant('end'),
    nodes: fc.constant(new Map()),
    variables: fc.constant([]),
    exits: fc.constant([]),
    needs: fc.constant(readsGuest),
    trigger: fc.record(
      {
        source: fc.oneof(sources, fc.constant(null)),
        when: condition,
        venues: fc.uniqueArray(serials, { minLength: 1 }),
      },
      { requiredKeys: ['source'] },
    ),
  }),
  { selector: workflow => workflow.id, maxLength: 12 },
)

const event: fc.Arbitrary<EventFacts> = fc.record({
  source: fc.oneof(sources, fc.constant(null)),
  serials: fc.uniqueArray(serials),
  parameters: fc.record({ spend: fc.integer({ min: 0, max: 100 }) }),
})

const everything = fc.tuple(event, workflows)
const sorted = (ids: string[]) => ids.toSorted()

test('every workflow that listens to the source is either entered or skipped, and no other is either', () => {
  fc.assert(
    fc.property(everything, ([incoming, all]) => {
      const { entered, skipped } = route(incoming, guest, listeningWorkflows(all as CompiledWorkflow[]))
      const concerned = all.filter(
        ({ status, trigger }) =>
          (status === 'active' || status === 'paused') && trigger.source === incoming.source,
      )
      expect(sorted([...entered.map(({ id }) => id), ...skipped.map(skip => skip.workflow_id)])).toEqual(
        sorted(concerned.map(({ id }) => id)),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('what enters is active, at a venue it is for, and fulfils its condition; what is skipped does not, for the reason given', () => {
  fc.assert(
    fc.property(everything, ([incoming, all]) => {
      const { entered, skipped } = route(incoming, guest, listeningWorkflows(all as CompiledWorkflow[]))
      const judge = ({ status, trigger }: Pick<CompiledWorkflow, 'status' | 'trigger'>) => {
        if (status === 'paused') return 'workflow_paused'
        const { venues, when } = trigger
        if (venues && !venues.some(serial => incoming.serials.includes(serial))) return 'venue_not_targeted'
        if (when && !holds(when, { ...someFacts({}), event: incoming, guest })) return 'condition_failed'
        return undefined
      }
      for (const workflow of entered) expect(judge(workflow)).toBeUndefined()
      for (const { workflow_id, reason } of skipped) {
        expect(reason).toBe(judge(all.find(({ id }) => id === workflow_id) as CompiledWorkflow))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the verdicts have the same order whatever the order of the workflows', () => {
  fc.assert(
    fc.property(everything, fc.infiniteStream(fc.nat()), ([incoming, all], random) => {
      const shuffled = all
        .map(workflow => ({ workflow, place: random.next().value as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ workflow }) => workflow)
      const of = (list: typeof all) => {
        const { entered, skipped } = route(incoming, guest, listeningWorkflows(list as CompiledWorkflow[]))
        return [entered.map(({ id }) => id), skipped.map(skip => skip.workflow_id)]
      }
      expect(of(shuffled)).toEqual(of(all))
    }),
  )
})

/** One active workflow that listens to every event without a source. */
const listeningWith = (trigger: object, given: object = {}) =>
  listeningWorkflows([
    {
      id: 'w',
      name: 'Thanks',
      status: 'active',
      variables: [],
      needs: readsGuest,
      ...given,
      trigger: { source: null, ...trigger },
    } as unknown as CompiledWorkflow,
  ])
const plain: EventFacts = { source: null, serials: [], parameters: {} }
const entersBy = (trigger: object, facts?: Partial<TriggerFacts>, incoming = plain, given?: object) =>
  route(
    incoming,
    guest,
    listeningWith(trigger, given),
    facts && { venues: new Map(), pastRuns: noPastRuns, timeZone: 'UTC', now: undefined, ...facts },
  ).entered.length === 1

test('an event that five webhooks of ours led to starts nothing more', () => {
  const after = (hops: number) => route({ ...plain, hops }, guest, listeningWith({}))
  expect(after(4)).toMatchObject({ entered: [{ id: 'w' }], skipped: [] })
  expect(after(5)).toEqual({
    entered: [],
    skipped: [{ workflow_id: 'w', reason: 'loop_suspected', detail: { hops: 5 } }],
  })
  expect(after(6).entered).toEqual([])
})

test('a trigger reads the visits of the guest where they were loaded', () => {
  const when = { field: 'guest.facts.visits', operator: 'at_least', value: 3 }
  const after = (visits: number) => ({ visits: { ...noVisits, all: { ...noVisitFacts, visits } } })
  expect(entersBy({ when }, after(3))).toBe(true)
  expect(entersBy({ when }, after(2))).toBe(false)
})

test('a trigger reads the clock of the venue that the event names first, and of the organisation without one', () => {
  const when = { field: 'now', operator: 'time_between', value: { from: '20:00', to: '21:00' } }
  const now = new Date('2026-06-15T12:30:00Z')
  const venues = new Map([['TYO-01', { name: 'Shibuya', time_zone: 'Asia/Tokyo' } as VenueFacts]])
  const at = (serials: string[], timeZone: string) =>
    entersBy({ when }, { now, venues, timeZone }, { ...plain, serials })
  expect(at(['TYO-01'], 'Asia/Shanghai')).toBe(false)
  expect(at([], 'Asia/Shanghai')).toBe(true)
  expect(at(['elsewhere'], 'Asia/Shanghai')).toBe(true)
  expect(at(['TYO-01'], 'UTC')).toBe(false)
})

test('a trigger reads the variables of its workflow, as they are at the venue', () => {
  const when = { field: 'workflow.variables.offer', operator: 'equals', value: 'wine' }
  const variables = [{ key: 'offer', value: 'cake', venues: { 'LDN-01': 'wine' } }]
  const at = (serials: string[]) => entersBy({ when }, undefined, { ...plain, serials }, { variables })
  expect(at(['LDN-01'])).toBe(true)
  expect(at([])).toBe(false)
})
