import type { WorkflowDefinition } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edges } from './edges.ts'
import { validate } from './validate.ts'

const end = { id: 'end', type: 'end', outcome: 'success' }
const points = (id: string, next: string) => ({ id, type: 'award_points', points: 1, next })
const workflow = (nodes: object[], start = 'a', trigger: object = { source: 'till' }) => ({
  trigger,
  start,
  nodes,
})
const spend = { field: 'event.parameters.spend', operator: 'at_least', value: 1 }
const messages = (document: unknown) => validate(document).faults.map(fault => fault.message)

test('a sound document passes as it is', () => {
  const document = workflow([
    { id: 'a', type: 'branch', cases: [{ when: { all: [spend] }, next: 'b' }], else: 'end' },
    points('b', 'w'),
    { id: 'w', type: 'wait', until: { after: { amount: 3, unit: 'days' } }, next: 't' },
    { id: 't', type: 'add_tag', tag: 'vip', next: 'end' },
    end,
  ])
  expect(validate(document)).toEqual({ definition: document, faults: [] })
})

describe('what starts it', () => {
  const faults = (trigger: object) =>
    validate(workflow([end], 'end', trigger)).faults.map(({ path, message }) => [path, message])
  const date = { attribute: 'birthday', repeats: 'yearly', time: '10:00' }
  const once = { attribute: 'booking_at', repeats: 'never' }

  test('is an event, a date, an absence, a segment or a broadcast, and exactly one of them', () => {
    expect(faults({ date })).toEqual([])
    expect(
      faults({ date: { ...date, days_before: 7, if_late: 'start' }, venues: ['A'], when: spend }),
    ).toEqual([])
    expect(faults({ date: { ...once, hours_before: 24 } })).toEqual([])
    expect(faults({ date: { fact: 'last_visit', repeats: 'never', hours_after: 3 } })).toEqual([])
    expect(
      faults({ date: { fact: 'first_visit', repeats: 'yearly', days_before: 7, time: '10:00' } }),
    ).toEqual([])
    expect(faults({ absence: { days: 60, time: '10:00' } })).toEqual([])
    expect(faults({})).toEqual([
      ['trigger', 'The field "trigger" needs source or date or absence or segment or broadcast.'],
    ])
    expect(faults({ source: 'till', date })).toHaveLength(1)
    expect(faults({ date, absence: { days: 60, time: '10:00' } })).toHaveLength(1)
    expect(faults({ date, listener: true })).not.toEqual([])
    expect(faults({ segment, when: spend, venues: ['A'] })).toEqual([])
    expect(faults({ segment: { ...segment, already_in: 'start' } })).toEqual([])
    expect(faults({ segment, date })).toHaveLength(1)
  })

  test.each([
    [{ ...date, attribute: '' }, 'attribute', 'The field "attribute" must not be empty.'],
    [{ ...date, repeats: 'monthly' }, 'repeats', 'The field "repeats" must be yearly or never.'],
    [{ ...date, days_before: 0 }, 'days_before', 'The field "days_before" must be at least 1.'],
    [{ ...date, days_after: 366 }, 'days_after', 'The field "days_after" must be at most 365.'],
    [{ ...date, days_after: 1.5 }, 'days_after', 'The field "days_after" must be a whole number.'],
    [{ ...date, time: '24:00' }, 'time', 'The field "time" must be a time of day such as 09:30.'],
    [{ ...date, if_late: 'wait' }, 'if_late', 'The field "if_late" must be skip or start.'],
    [{ attribute: 'birthday', repeats: 'yearly' }, 'time', 'The field "time" is missing.'],
    [
      { ...date, days_before: 1, days_after: 1 },
      'days_after',
      'A trigger is so many days before the date or after it, not both.',
    ],
    [
      { repeats: 'never', time: '10:00' },
      'attribute',
      'Name the attribute with the date, or a fact: first_visit or last_visit.',
    ],
    [{ ...date, fact: 'last_visit' }, 'fact', 'The date is an attribute or a fact, not both.'],
    [
      { fact: 'bookings', repeats: 'never', time: '10:00' },
      'fact',
      'The field "fact" must be first_visit or last_visit.',
    ],
    [
      { fact: 'last_visit', repeats: 'never', hours_before: 3 },
      'hours_before',
      'A visit is known only when it has happened: choose a time after it.',
    ],
    [
      { ...once, hours_before: 24, days_before: 1 },
      'hours_before',
      'A trigger has one distance from the date: days or hours, before it or after it.',
    ],
    [{ ...once, hours_after: 9_000 }, 'hours_after', 'The field "hours_after" must be at most 8760.'],
    [
      { ...once, hours_after: 3, repeats: 'yearly' },
      'repeats',
      'Hours are counted from the date itself: it cannot repeat. Use days for an anniversary.',
    ],
    [
      { ...once, hours_after: 3, time: '10:00' },
      'time',
      'Hours are counted from the moment of the date: remove the time of day.',
    ],
  ])('%j has a fault at its field', (rule, field, message) => {
    expect(faults({ date: rule })).toEqual([[`trigger.date.${field}`, message]])
  })

  const segment = { id: '0192c8a0-0000-7000-8000-000000000301', on: 'enters' }
  test.each([
    [{ ...segment, id: '' }, 'id', 'The field "id" needs a segment: choose one, or give its id.'],
    [{ ...segment, on: 'stays' }, 'on', 'The field "on" must be enters or leaves.'],
    [{ ...segment, already_in: 'yes' }, 'already_in', 'The field "already_in" must be skip or start.'],
    [{ id: segment.id }, 'on', 'The field "on" is missing.'],
    [{ ...segment, time: '10:00' }, 'time', 'The field "time" is not a known field here.'],
    [
      { ...segment, on: 'leaves', already_in: 'start' },
      'already_in',
      'Guests who are in the segment already cannot be started by leaving it.',
    ],
  ])('the segment %j has a fault at its field', (rule, field, message) => {
    expect(faults({ segment: rule })).toEqual([[`trigger.segment.${field}`, message]])
  })

  const broadcast = { segment: segment.id }
  const every = { time: '10:00' }
  test.each([
    [{ segment: '' }, 'segment', 'The field "segment" needs a segment: choose one, or give its id.'],
    [
      { ...broadcast, once: { date: '2026-02-30', time: '10:00' } },
      'once.date',
      'The field "date" must be a date such as 2026-12-24.',
    ],
    [
      { ...broadcast, every: { time: '25:00' } },
      'every.time',
      'The field "time" must be a time of day such as 09:30.',
    ],
    [
      { ...broadcast, every, once: { date: '2026-12-24', time: '10:00' } },
      'every',
      'A broadcast is sent once or again and again, not both.',
    ],
    [
      { ...broadcast, every: { ...every, week: 'first' } },
      'every.week',
      'Choose the days of the week that are meant.',
    ],
    [
      { ...broadcast, every: { ...every, month_day: 1, weekdays: [1] } },
      'every.month_day',
      'Choose days of the week or a day of the month, not both.',
    ],
    [
      { ...broadcast, clock: 'venue' },
      'clock',
      'This is only for a broadcast with a time: add "once" or "every", or leave it out.',
    ],
    [
      { ...broadcast, pace: { guests: 0, per: 'hour' } },
      'pace.guests',
      'The field "guests" must be at least 1.',
    ],
  ])('the broadcast %j has a fault at its field', (rule, field, message) => {
    expect(faults({ broadcast })).toEqual([])
    expect(
      faults({
        broadcast: { ...broadcast, every: { ...every, weekdays: [1], week: 'first' }, clock: 'venue' },
      }),
    ).toEqual([])
    expect(faults({ broadcast: rule })).toEqual([[`trigger.broadcast.${field}`, message]])
  })

  test('an absence lasts at least a day', () => {
    expect(faults({ absence: { days: 0, time: '10:00' } })).toEqual([
      ['trigger.absence.days', 'The field "days" must be at least 1.'],
    ])
  })
})

describe('what is wrong with the way from start to end', () => {
  test('a way to a node that does not exist names both', () => {
    expect(validate(workflow([points('a', 'nowhere'), end])).faults).toContainEqual({
      path: 'nodes.0.next',
      node: 'a',
      message: '"a" leads to "nowhere", which does not exist.',
    })
  })

  test('a circle is written out', () => {
    expect(messages(workflow([points('a', 'b'), points('b', 'a'), end]))).toContain(
      'The workflow goes round in a circle: a → b → a.',
    )
  })

  test('nodes nobody reaches, two nodes of one id, a missing start, no end: all at once', () => {
    expect(messages(workflow([points('a', 'end'), points('b', 'end'), end]))).toEqual([
      'Nothing leads to "b".',
    ])
    expect(messages(workflow([points('a', 'end'), points('a', 'end'), end]))).toEqual([
      'Two nodes have the id "a".',
    ])
    expect(messages(workflow([end], 'gone'))).toEqual([
      'The workflow starts at "gone", which does not exist.',
    ])
    expect(messages(workflow([points('a', 'a')]))).toEqual([
      'The workflow goes round in a circle: a → a.',
      'The workflow has no end. Every branch must lead to one.',
    ])
  })

  test('a part that nothing leads to is one fault, however many nodes it has', () => {
    const lost = [points('c', 'd'), points('b', 'c'), points('d', 'end')]
    expect(messages(workflow([points('a', 'end'), ...lost, end]))).toEqual(['Nothing leads to "b".'])
    const circle = [points('x', 'y'), points('y', 'x')]
    expect(messages(workflow([points('a', 'end'), ...circle, end]))).toEqual(['Nothing leads to "x".'])
  })

  test('a chain of 500 nodes is no circle', () => {
    const chain = Array.from({ length: 499 }, (_, n) => points(`n${n}`, n === 498 ? 'end' : `n${n + 1}`))
    expect(validate(workflow([...chain, end], 'n0')).faults).toEqual([])
  })
})

describe('what is wrong with a node', () => {
  test('is reported in the words of that node, all of it at once', () => {
    const { faults } = validate(
      workflow([
        { id: 'a', type: 'award_points', points: 1.5, next: 'w', colour: 'red' },
        { id: 'w', type: 'wait', until: { at: 'tomorrow' }, next: 'x' },
        { id: 'x', type: 'fly', next: 'end' },
        { id: 'end', type: 'end', outcome: 'perhaps' },
      ]),
    )
    expect(faults).toEqual([
      { path: 'nodes.0.colour', node: 'a', message: 'The field "colour" is not a known field here.' },
      { path: 'nodes.0.points', node: 'a', message: 'The field "points" must be a whole number.' },
      {
        path: 'nodes.1.until.at',
        node: 'w',
        message: 'The field "at" must be a date and time such as 2026-03-01T09:00:00Z.',
      },
      {
        path: 'nodes.2.type',
        node: 'x',
        message:
          'The type of "x" is unknown. It can be send_email, send_sms, award_points, add_tag, remove_tag, ' +
          'update_guest, call_webhook, create_task, start_workflow, branch, split, wait, wait_for_event, wait_for_task, ' +
          'wait_for_click, wait_for_answer, end.',
      },
      { path: 'nodes.3.outcome', node: 'end', message: 'The field "outcome" must be success or failure.' },
    ])
  })

  test('that it lacks a field', () => {
    expect(validate(workflow([{ id: 'a', type: 'award_points', points: 1 }, end])).faults).toEqual([
      { path: 'nodes.0.next', node: 'a', message: 'The field "next" is missing.' },
    ])
  })

  test('anything but an object is refused, whatever it is', () => {
    for (const document of [null, 1, 'x', [], {}, { nodes: [] }, { nodes: [null], start: 1, trigger: [] }]) {
      expect(validate(document).faults.length).toBeGreaterThan(0)
    }
  })
})

describe('what is wrong with a condition', () => {
  const inTrigger = (when: unknown) =>
    validate(workflow([points('a', 'end'), end], 'a', { source: null, when })).faults

  test.each([
    [{ field: 'guest.shoe_size', operator: 'exists' }, 'There is no field "guest.shoe_size".'],
    [
      { field: 'guest.points', operator: 'at_least', value: 'many' },
      'the field is a number, the value is not',
    ],
    [{ field: 'guest.email_consent', operator: 'at_least', value: 1 }, 'true and false have no order'],
    [{ field: 'guest.tags', operator: 'equals', value: 'vip' }, 'a list can be asked for contains'],
    [{ field: 'guest.name', operator: 'exists', value: 'x' }, 'takes no value'],
    [{ field: 'guest.name', operator: 'one_of', value: 'x' }, 'takes a list of values'],
    [{ field: 'guest.name', operator: 'equals' }, 'needs a value'],
    [{ field: 'guest.points', operator: 'contains', value: '1' }, 'is for texts and lists'],
    [{ field: 'guest.points', operator: 'before', value: '2026-06-15' }, 'is for dates and texts'],
    [{ field: 'event.parameters.day', operator: 'before', value: 'soon' }, 'takes a date such as'],
    [{ field: 'event.parameters.day', operator: 'before', value: '2026-02-30' }, 'takes a date such as'],
    [{ field: 'event.parameters.day', operator: 'after', value: 5 }, 'takes a date such as'],
    [{ field: 'event.parameters.day', operator: 'within_last', value: 7 }, 'takes a duration'],
    [{ field: 'event.parameters.day', operator: 'within_last' }, 'takes a duration'],
    [
      { field: 'event.parameters.day', operator: 'within_last', value: { amount: 0, unit: 'days' } },
      'The field "amount" must be at least 1.',
    ],
    [
      { field: 'event.parameters.day', operator: 'within_last', value: { amount: 1, unit: 'fortnights' } },
      'The field "unit" must be',
    ],
    [
      { field: 'event.parameters.day', operator: 'within_next', value: { field: 'guest.attributes.x' } },
      'takes a duration, not another field',
    ],
    [
      { field: 'now', operator: 'time_between', value: { from: '9:00', to: '17:00' } },
      'The field "from" must be a time of day',
    ],
    [{ field: 'now', operator: 'time_between', value: ['09:00', '17:00'] }, 'takes two times of day'],
    [{ field: 'now', operator: 'on_weekday', value: [0] }, 'takes a list of days'],
    [{ field: 'now', operator: 'on_weekday', value: [1, 1] }, 'takes a list of days'],
    [{ field: 'now', operator: 'on_weekday', value: 1 }, 'takes a list of days'],
    [{ field: 'now', operator: 'equals', value: '2026-06-15' }, 'is for texts, numbers and true and false'],
    [
      { field: 'guest.points', operator: 'at_least', value: { amount: 7, unit: 'days' } },
      'takes a number or',
    ],
    [
      { field: 'guest.points', operator: 'at_least', value: { field: 'guest.shoe_size' } },
      'There is no field "guest.shoe_size".',
    ],
    [
      { field: 'guest.points', operator: 'at_least', value: { field: 'guest.name' } },
      '"guest.name" is a text, and is compared with a number.',
    ],
    [
      { field: 'guest.points', operator: 'equals', value: { field: 'guest.tags' } },
      '"guest.tags" is a list, and is compared with one value.',
    ],
    [
      { field: 'event.parameters.item', operator: 'one_of', value: { field: 'guest.name' } },
      '"guest.name" is a text, not a list.',
    ],
    [
      { field: 'guest.points', operator: 'at_least', value: { field: 'guest.name', times: 2 } },
      '"guest.name" never holds a number.',
    ],
    [
      { field: 'guest.points', operator: 'at_least', value: { field: 'event.parameters.x', time: '10:00' } },
      '"time" is for comparisons of dates.',
    ],
    [
      { field: 'event.parameters.day', operator: 'before', value: { field: 'event.parameters.x', times: 2 } },
      '"times" is for numbers.',
    ],
    [
      { field: 'event.parameters.day', operator: 'before', value: { field: 'guest.points' } },
      '"guest.points" never holds a date.',
    ],
    [
      { field: 'event.parameters.day', operator: 'before', value: { field: 'now', timez: 1 } },
      'The field "timez" is not a known field here.',
    ],
    [{ field: 'guest.name', operator: 'exists', value: { field: 'guest.email' } }, 'takes no value'],
    [{ all: [] }, '"all" is a list of 1 to 100 conditions.'],
    [{ all: [spend], any: [spend] }, 'A condition is one thing; this one is all and any.'],
    ['x', 'A condition is an object'],
  ])('%j', (when, message) => {
    const faults = inTrigger(when)
    expect(faults).toHaveLength(1)
    expect(faults[0]?.message).toContain(message)
    expect(faults[0]?.path).toMatch(/^trigger\.when/)
  })

  test.each([
    { field: 'event.parameters.day', operator: 'before', value: '2026-06-15' },
    {
      field: 'event.parameters.day',
      operator: 'after',
      value: { field: 'now', after: { amount: 1, unit: 'days' } },
    },
    {
      field: 'guest.attributes.birthday',
      operator: 'anniversary_within',
      value: { amount: 7, unit: 'days' },
    },
    { field: 'now', operator: 'on_weekday', value: [2, 5] },
    { field: 'now', operator: 'time_between', value: { from: '22:00', to: '02:00' } },
    { field: 'guest.points', operator: 'at_least', value: { field: 'event.parameters.price', times: 10 } },
    { field: 'guest.email', operator: 'equals', value: { field: 'event.parameters.email' } },
    { field: 'event.parameters.item', operator: 'one_of', value: { field: 'guest.tags' } },
    { field: 'guest.tags', operator: 'contains', value: { field: 'event.source' } },
  ])('nothing: %j', when => {
    expect(inTrigger(when)).toEqual([])
  })

  test('too many comparisons of dates, wherever they are, are one fault', () => {
    const date = { field: 'now', operator: 'on_weekday', value: [1] }
    const all = (count: number) => ({ all: Array.from({ length: count }, () => date) })
    const branch = (count: number) => ({
      id: 'a',
      type: 'branch',
      cases: [{ when: { any: [all(50), all(count)] }, next: 'end' }],
      else: 'end',
    })
    const given = (count: number) =>
      messages({ trigger: { source: null, when: date }, start: 'a', nodes: [branch(count), end] })
    expect(given(49)).toEqual([])
    expect(given(50)).toEqual(['A workflow may have at most 100 comparisons of dates.'])
    expect(given(99)).toHaveLength(1)
  })

  test('one nested deeper than anyone could read does not exhaust the stack', () => {
    let when: object = spend
    for (let depth = 0; depth < 9_000; depth++) when = { not: when }
    expect(inTrigger(when)[0]?.message).toBe('Conditions may be nested 20 deep.')
  })

  test('in a branch names the branch', () => {
    const when = { field: 'guest.shoe_size', operator: 'exists' }
    const { faults } = validate(
      workflow([{ id: 'a', type: 'branch', cases: [{ when, next: 'end' }], else: 'end' }, end]),
    )
    expect(faults[0]).toMatchObject({ node: 'a', path: 'nodes.0.cases.0.when.field' })
  })
})

describe('what is wrong with an event that a run listens for', () => {
  const moved = (move: object, until: object = { after: { amount: 1, unit: 'days' } }) =>
    workflow([{ id: 'a', type: 'wait', until, moves: [move], next: 'end' }, end])

  test('is reported at its field', () => {
    const faults = (document: unknown) =>
      validate(document).faults.map(({ path, message }) => [path, message])
    expect(faults(moved({ source: 'moved', match: ['id', 'id'] }))).toEqual([
      ['nodes.0.moves.0.match', 'The field "match" has an entry twice.'],
    ])
    expect(faults(moved({ source: 'moved', match: [] }))).toEqual([
      ['nodes.0.moves.0.match', 'The field "match" needs at least 1.'],
    ])
    expect(faults(moved({ source: 'moved', when: { field: 'event.id', operator: 'exists' } }))[0]?.[0]).toBe(
      'nodes.0.moves.0.when.field',
    )
    expect(faults(moved({ source: 'moved' }, { at: '2030-01-01T00:00:00Z' }))).toEqual([
      ['nodes.0.moves', 'A wait until a fixed date is the same after every event: nothing moves it.'],
    ])
  })

  test('may compare it with the event that started the run, which a trigger cannot', () => {
    const when = { field: 'started_by.parameters.spend', operator: 'exists' }
    expect(validate(moved({ source: 'moved', when })).faults).toEqual([])
    expect(messages(workflow([end], 'end', { source: 'till', when }))).toEqual([
      '"started_by.parameters.spend" cannot be known here: a trigger decides whether a run starts. Use "event" instead of "started_by".',
    ])
  })
})

test('any graph that passes leads from its start to an end, whichever way is taken', () => {
  const ids = ['a', 'b', 'c', 'd', 'end']
  const target = fc.constantFrom(...ids)
  const node = (id: string) =>
    fc.oneof(
      target.map(next => points(id, next)),
      fc
        .tuple(target, target)
        .map(([next, other]) => ({ id, type: 'branch', cases: [{ when: spend, next }], else: other })),
    )
  const graph = fc.tuple(...ids.slice(0, 4).map(node)).map(nodes => workflow([...nodes, end]))
  fc.assert(
    fc.property(graph, document => {
      const { definition } = validate(document)
      if (definition === undefined) return
      const ways = (id: string, passed: string[]): void => {
        expect(passed).not.toContain(id)
        const next = (definition as WorkflowDefinition).nodes.find(candidate => candidate.id === id)
        expect(next).toBeDefined()
        if (next && next.type !== 'end') for (const edge of edges(next)) ways(edge.next, [...passed, id])
      }
      ways(definition.start, [])
    }),
    { numRuns: 2_000 },
  )
})
