import type { WorkflowDefinition } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trials } from '../../../../tests/support/trials.ts'
import { everyNode } from '../validation/every-node.fixture.ts'
import { everyPlace, mutated } from '../validation/mutated.fixture.ts'
import { describeDifference } from './describe-difference.ts'
import { difference, isEmpty } from './difference.ts'
import { isSame } from './field-changes.ts'

const none = { trigger: [], variables: [], exits: [], nodes: [], edges: [], other: [] }
const changed = (change: (document: WorkflowDefinition) => void) => {
  const document = structuredClone(everyNode)
  change(document)
  return document
}
const nodeOf = (document: WorkflowDefinition, id: string) =>
  document.nodes.find(node => node.id === id) as unknown as Record<string, unknown>

describe('any documents', () => {
  test('are not different from themselves, whatever they are and in whichever order their keys stand', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(difference(value, structuredClone(value))).toEqual(none)
      }),
    )
    const backwards = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(backwards)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, backwards(part)]),
      )
    }
    expect(difference(everyNode, backwards(everyNode))).toEqual(none)
    expect(difference(everyNode, { ...everyNode, nodes: everyNode.nodes.toReversed() })).toEqual(none)
  })

  test('show every single change, from either side, in words as well', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyPlace),
        fc.constantFrom('replaced', 'removed', 'added'),
        fc.oneof(fc.jsonValue(), fc.constant('done'), fc.constant(null)),
        (place, how, value) => {
          const document = mutated(everyNode, place, how, value)
          fc.pre(!isSame(document, everyNode))
          for (const found of [difference(everyNode, document), difference(document, everyNode)]) {
            expect(isEmpty(found)).toBe(false)
            expect(describeDifference(found).length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: trials(400, 2_000) },
    )
  })

  test('that are none are described as a whole', () => {
    expect(difference('x', everyNode).other).toEqual([{ path: '', before: 'x', after: everyNode }])
  })

  test('of which there is only one are described as all new', () => {
    const { nodes, variables, edges } = difference(null, everyNode)
    expect([...nodes, ...variables].filter(({ kind }) => kind !== 'added')).toEqual([])
    expect([nodes.length, variables.length, edges.length]).toEqual([19, 2, 0])
  })
})

describe('a change', () => {
  test('of a node names the field; of a way, where it led', () => {
    const after = changed(document => {
      Object.assign(nodeOf(document, 'points'), { points: 50 })
      Object.assign(nodeOf(document, 'pause'), {
        until: { after: { amount: 1, unit: 'days' } },
        next: 'known',
      })
    })
    const found = difference(everyNode, after)
    expect(found).toEqual({
      ...none,
      nodes: [
        {
          id: 'pause',
          type: 'wait',
          label: null,
          kind: 'changed',
          changes: [
            {
              path: 'until',
              before: { after: { amount: 2, unit: 'hours' } },
              after: { after: { amount: 1, unit: 'days' } },
            },
          ],
        },
        {
          id: 'points',
          type: 'award_points',
          label: null,
          kind: 'changed',
          changes: [{ path: 'points', before: 25, after: 50 }],
        },
      ],
      edges: [{ node: 'pause', path: 'next', before: 'crm', after: 'known' }],
    })
    expect(describeDifference(found)).toEqual([
      '"pause": until was "2 hours", and is now "1 day".',
      '"points": points was 25, and is now 50.',
      '"pause" leads to "known" instead of "crm".',
    ])
  })

  test('that adds and removes nodes, variables and exits shows which', () => {
    const after = changed(document => {
      document.nodes = document.nodes.filter(node => node.id !== 'task')
      document.nodes.push({ id: 'new', label: 'A new tag', type: 'add_tag', tag: 'x', next: 'done' })
      document.variables = [{ key: 'threshold', value: 200 }]
      document.exits?.pop()
      document.start = 'crm'
    })
    expect(describeDifference(difference(everyNode, after))).toEqual([
      'The variable "threshold": value was 100, and is now 200.',
      'The variable "offer" was removed.',
      'The exits: 1 is gone; it was {"on":"guest","when":{"field":"guest.do_not_contact","opera….',
      'The add_tag "new" (A new tag) was added.',
      'The create_task "task" was removed.',
      'The workflow: start was "pause", and is now "crm".',
    ])
  })

  test('of a condition is described as the two conditions, and one that was put in as that', () => {
    const before = changed(document => {
      document.trigger.when = { field: 'event.parameters.spend', operator: 'at_least', value: 50 }
    })
    const after = changed(document => {
      document.trigger.when = { field: 'guest.tags', operator: 'contains', value: 'vip' }
      const { cases } = nodeOf(document, 'known') as { cases: object[] }
      const when = { field: 'guest.name', operator: 'exists' }
      cases.unshift({ when, next: 'done' })
    })
    expect(difference(before, after).nodes[0]?.changes).toMatchObject([{ path: 'cases.0' }])
    expect(describeDifference(difference(before, after))[0]).toBe(
      'The trigger: when was "the event\'s spend is at least 50", and is now "the guest has the tag "vip"".',
    )
  })

  test('of what starts it is described in words, and not as JSON', () => {
    const segment = '0192c8a0-0000-7000-8000-000000000301'
    const names = { segments: new Map([[segment, 'Regulars']]) }
    const started = (trigger: object) => ({ ...everyNode, trigger })
    const said = (before: object | null, after: object) =>
      describeDifference(difference(before && started(before), started(after)), names).slice(0, 2)
    const friday = { segment, every: { weekdays: [5], time: '16:00' }, pace: { guests: 500, per: 'hour' } }
    expect(said({ source: 'till' }, { broadcast: friday })).toEqual([
      'The trigger: source is gone; it was "till".',
      'The trigger: broadcast is new: it is sent to the segment "Regulars", every Friday at 16:00, at most 500 guests an hour.',
    ])
    expect(
      said(
        { broadcast: friday },
        { broadcast: { ...friday, every: { time: '10:00' }, pace: { guests: 1, per: 'minute' } } },
      ),
    ).toEqual([
      'The trigger: broadcast.every was every Friday at 16:00, and is now every day at 10:00.',
      'The trigger: broadcast.pace was at most 500 guests an hour, and is now at most 1 guest a minute.',
    ])
    const birthday = { attribute: 'birthday', repeats: 'yearly', days_before: 7, time: '10:00' }
    const once = { within: { amount: 30, unit: 'days' }, per: 'guest' }
    expect(said({ absence: { days: 60, time: '10:00' } }, { date: birthday })).toEqual([
      'The trigger: absence is gone; it was a guest has not been there for 60 days, at 10:00.',
      "The trigger: date is new: it is 7 days before the guest's birthday, every year at 10:00.",
    ])
    expect(said({ source: 'till' }, { source: 'till', re_entry: once })).toEqual([
      'The trigger: re_entry is new: a guest enters at most once in 30 days.',
    ])
    expect(said(null, { segment: { id: segment, on: 'enters' } })[0]).toBe(
      'The trigger is new: when a guest enters the segment "Regulars".',
    )
    expect(said({ source: 'till' }, { source: 'till', broadcast: { segment: 5 } })).toEqual([
      'The trigger: broadcast is new: {"segment":5}.',
    ])
  })

  test('in a draft that is not valid is described as well as it can be', () => {
    const twice = { ...everyNode, nodes: [...everyNode.nodes, everyNode.nodes[0]] }
    expect(difference(everyNode, twice).other).toMatchObject([{ path: 'nodes.19' }])
    const odd = { trigger: { when: 5 }, nodes: [{ id: 'a', until: 'x', due: null }] }
    const found = difference({ trigger: { when: 6 }, nodes: [{ id: 'a', until: 'y', due: [] }] }, odd)
    expect(describeDifference(found)).toHaveLength(3)
  })
})
