import type { Condition } from '@millrace/contract/condition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { holds } from '#workflows/condition.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import type { EventFacts, GuestFacts } from '#workflows/facts.ts'
import { listeningWorkflows } from '#workflows/listening.ts'
import { route } from './route.ts'

const guest: GuestFacts = {
  id: '00000000-0000-7000-8000-000000000000',
  name: null,
  email: null,
  phone: null,
  email_consent: false,
  sms_consent: false,
  do_not_contact: false,
  tags: ['vip'],
  points: 10,
  attributes: {},
}

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
    needs: fc.constant({
      allowance: false,
      pointsADay: false,
      awarded: new Set(),
      callsOut: false,
      watches: false,
      movedBy: [],
      starts: [],
      pieces: [],
      tasks: false,
      clicks: false,
      answers: false,
      guestAtTrigger: true,
      timeAtTrigger: false,
      pastRunsAtTrigger: [],
      visitsAtTrigger: false,
      visits: false,
      pastRuns: [],
    }),
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
