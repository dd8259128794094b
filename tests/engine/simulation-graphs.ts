import type { Condition } from '@millrace/contract/condition'
import type { WorkflowNode } from '@millrace/contract/node'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { defaultSettings } from '@millrace/contract/settings'
import type { Happening, InventedGuest, SimulatedDelivery } from '@millrace/contract/simulation'
import type { SourceMeaning } from '@millrace/contract/source'
import type { Exit, WorkflowDefinition } from '@millrace/contract/workflow'
import fc from 'fast-check'

/** Random workflows over every type of node, with what can happen to a guest inside. */

export interface Case {
  readonly definition: WorkflowDefinition
  readonly settings: OrganisationSettings
  readonly guest: InventedGuest
  readonly spend: number
  readonly serials: string[]
  readonly deliveries: Record<string, SimulatedDelivery>
  readonly happenings: Happening[]
}

const sources = fc.constantFrom('till', 'review', null)
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant('guest.points'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: 0, max: 60 }),
  }),
  fc.record({
    field: fc.constant('guest.tags'),
    operator: fc.constantFrom('contains', 'not_contains'),
    value: fc.constantFrom('vip', 'new'),
  }),
  fc.record({
    field: fc.constant('event.parameters.spend'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    field: fc.constant('guest.points'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.constant({ field: 'event.parameters.spend', times: 0.5 }),
  }),
  fc.record({
    field: fc.constant('now'),
    operator: fc.constant('on_weekday'),
    value: fc.constantFrom([1, 2, 3], [5, 6]),
  }),
  fc.record({
    field: fc.constant('now'),
    operator: fc.constant('before'),
    value: fc.constantFrom('2026-03-05', '2026-03-10T12:00'),
  }),
  fc.record({
    field: fc.constant('started_by.parameters.spend'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    field: fc.constantFrom('guest.facts.visits', 'guest.facts_here.visits', 'guest.facts.no_shows'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    field: fc.constantFrom(
      'guest.facts.spend',
      'guest.facts.spend_30_days',
      'guest.facts_here.average_spend',
    ),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: -50, max: 200 }),
  }),
  fc.record({
    field: fc.constant('guest.facts.days_since_last_visit'),
    operator: fc.constantFrom('at_least', 'less_than'),
    value: fc.integer({ min: 0, max: 40 }),
  }),
  fc.constant({ field: 'guest.attributes.seen', operator: 'exists' } as const),
  fc.constant({ field: 'venue.serial', operator: 'equals', value: 'A' } as const),
  fc.constant({ field: 'guest.email_consent', operator: 'equals', value: true } as const),
) as fc.Arbitrary<Condition>

const condition: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  fc.record({ all: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ any: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ not: leaf }),
)
const listened = fc.oneof(
  fc.record({ source: sources }),
  fc.record({ source: sources, when: condition }),
  fc.record({ source: sources, match: fc.constant(['table']) }),
  fc.record({ source: sources, match: fc.constantFrom(['table', 'spend'], ['nothing']), when: condition }),
)
const duration = fc.record({
  amount: fc.integer({ min: 1, max: 30 }),
  unit: fc.constantFrom('minutes', 'hours', 'days'),
})

/** A node at a position, with ways only to later positions. */
function nodeAt(index: number, last: number): fc.Arbitrary<WorkflowNode> {
  const id = `n${index}`
  const next = fc.integer({ min: index + 1, max: last }).map(place => `n${place}`)
  const node = <T extends object>(type: string, fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
    fc.record(fields).map(values => ({ id, type, ...values }) as unknown as WorkflowNode)
  return fc.oneof(
    node('send_email', {
      subject: fc.constant(`${id} {{ guest.name }} {{ guest.points }}`),
      html: fc.constantFrom(
        '<p>{{ guest.facts.visits }} {{ guest.facts.last_visit }} {{ guest.facts_here.spend }}</p>',
        '<p>{{ event.parameters.spend }} {{ started_by.parameters.spend }} at {{ venue.name }} {{ guest.tags | join: "," }}</p>',
      ),
      next,
    }),
    node('send_sms', { body: fc.constant(`${id} {{ guest.name }} {{ run.id }}`), next }),
    node('award_points', { points: fc.integer({ min: -20, max: 40 }), next }),
    node('add_tag', { tag: fc.constantFrom('vip', 'new'), next }),
    node('remove_tag', { tag: fc.constantFrom('vip', 'new'), next }),
    node('update_guest', {
      changes: fc.constantFrom(
        [{ field: 'attributes.seen', value: '{{ guest.points }}' }],
        [{ field: 'email_consent', value: false }],
        [{ field: 'name', value: 'Called {{ guest.name }}' }],
        [{ field: 'attributes.spent', plus: { field: 'event.parameters.spend', times: 0.1 } }],
        [
          { field: 'attributes.spent', value: { number: { field: 'guest.points', plus: 0.2 } } },
          { field: 'sms_consent', value: { yes_no: { field: 'guest.email_consent' } } },
        ],
      ),
      next,
    }),
    node('call_webhook', {
      url: fc.constant('https://hooks.example.com/{{ guest.id }}'),
      method: fc.constant('POST'),
      next,
      on_failure: next,
    }),
    node('create_task', { title: fc.constant(`${id} for {{ guest.name }}`), due: duration, next }),
    node('branch', {
      cases: fc.array(fc.record({ when: condition, next }), { minLength: 1, maxLength: 3 }),
      else: next,
    }),
    node('split', {
      ways: fc.tuple(next, next).map(([one, other]) => [
        { percent: 50, next: one },
        { percent: 50, next: other },
      ]),
    }),
    node('wait', {
      until: fc.oneof(
        fc.record({ after: duration }),
        fc.constant({ time: { time: '09:30' } }),
        fc.constant({ at: '2020-01-01T00:00:00.000Z' }),
        fc.constant({ moment: { field: 'event.parameters.booked' } }),
      ),
      next,
    }),
    node('wait', {
      until: fc.oneof(
        fc.record({ after: duration }),
        fc.record({
          moment: fc.record({ field: fc.constant('event.parameters.booked'), before: duration }),
        }),
      ),
      moves: fc.array(listened, { minLength: 1, maxLength: 2 }),
      if_passed: next,
      next,
    }),
    node('wait_for_event', {
      events: fc.array(
        fc.tuple(listened, next).map(([event, next]) => ({ ...event, next })),
        { minLength: 1, maxLength: 3 },
      ),
      timeout: fc.record({ after: duration, next }),
    }),
  )
}

const end = (index: number): fc.Arbitrary<WorkflowNode> =>
  fc.constantFrom('success', 'failure').map(outcome => ({ id: `n${index}`, type: 'end', outcome }) as const)

/** What the events are: of the others there is nothing in the ledger. */
export const meanings: Record<string, SourceMeaning> = {
  till: { kind: 'visit', amount: 'spend' },
  review: { kind: 'refund', amount: 'spend' },
  complaint: { kind: 'no_show' },
}

/**
 * What the event that starts the run says besides its spend. Names of parameters are in the order that jsonb gives them,
 * by their length: the body of a webhook has those of a stored event in that order.
 */
export const booked = { table: 1, booked: '2089-05-01T18:00' } as const

const exit: fc.Arbitrary<Exit> = fc.oneof(
  fc.record({
    on: fc.constant('event' as const),
    source: fc.constantFrom('complaint', 'review'),
    match: fc.constant<string[]>(['table']),
  }),
  fc.record({ on: fc.constant('event' as const), source: fc.constantFrom('complaint', 'review') }),
  fc.record({
    on: fc.constant('guest' as const),
    when: fc.constant({ field: 'guest.points', operator: 'at_least', value: 80 } as Condition),
  }),
)

export const definitions: fc.Arbitrary<WorkflowDefinition> = fc
  .integer({ min: 1, max: 9 })
  .chain(last =>
    fc.record({
      nodes: fc.tuple(...Array.from({ length: last }, (_, index) => nodeAt(index, last)), end(last)),
      exits: fc.array(exit, { maxLength: 1 }),
    }),
  )
  .map(({ nodes, exits }) => ({ trigger: { source: 'till' }, start: 'n0', exits, nodes: reachable(nodes) }))

/** A document with a node that nothing leads to cannot be published. */
function reachable(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const text = JSON.stringify(nodes.find(node => node.id === id))
    for (const [, next] of text.matchAll(/"(?:next|else|on_failure|if_passed)":"(n\d+)"/g))
      visit(next as string)
  }
  visit('n0')
  return nodes.filter(node => found.has(node.id))
}

const happening = fc.oneof(
  fc.constant({ advance: 'next' as const }),
  duration.map(by => ({ advance: { by } })),
  fc.record({
    event: fc.record({
      source: fc.constantFrom('till', 'review', 'complaint', null),
      serials: fc.constantFrom([], ['A']),
      parameters: fc.record({
        spend: fc.integer({ min: 0, max: 100 }),
        table: fc.constantFrom(1, 2, '1'),
        booked: fc.constantFrom('2020-03-01T19:30', '2090-03-01', '2091-03-01T19:30:00Z', 'soon'),
      }),
    }),
  }),
)

const oneMail: OrganisationSettings['caps'] = [
  { channel: 'email', most: 1, within: { amount: 2, unit: 'days' } },
]

const settings = fc
  .record({
    quiet_hours: fc.constantFrom<OrganisationSettings['quiet_hours'][]>([], [{ from: '20:00', to: '08:00' }]),
    caps: fc.constantFrom<OrganisationSettings['caps'][]>([], oneMail),
    budgets: fc.constantFrom({ points_a_day: null, sms_a_day: null }, { points_a_day: 50, sms_a_day: 1 }),
    sms: fc.constantFrom<OrganisationSettings['sms'][]>(null, {
      api_url: 'https://sms.example.com',
      account: 'a',
      from: '+4420',
    }),
  })
  .map((chosen): OrganisationSettings => ({ ...defaultSettings, time_zone: 'Europe/London', ...chosen }))

export const cases: fc.Arbitrary<Case> = fc.record({
  definition: definitions,
  settings,
  guest: fc.record({
    name: fc.constantFrom('Ada', null),
    email: fc.constantFrom('ada@example.com', null),
    phone: fc.constant('+442079460000'),
    email_consent: fc.boolean(),
    sms_consent: fc.boolean(),
    tags: fc.constantFrom([], ['vip'], ['vip', 'new']),
    points: fc.integer({ min: 0, max: 60 }),
  }),
  spend: fc.integer({ min: 0, max: 100 }),
  serials: fc.constantFrom([], ['A']),
  deliveries: fc.dictionary(
    fc.integer({ min: 0, max: 8 }).map(index => `n${index}`),
    fc.constantFrom<SimulatedDelivery[]>(
      { outcome: 'failed', message: 'Refused.' },
      { outcome: 'delivered', status: 201, body: { ok: true } },
    ),
    { maxKeys: 3 },
  ),
  happenings: fc.array(happening as fc.Arbitrary<Happening>, { maxLength: 8 }),
})
