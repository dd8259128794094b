import type { Condition } from '@millrace/contract/condition'
import type { Variable } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import { noPastRuns, type VenueFacts } from '#workflows/facts.ts'
import { listeningWorkflows } from '#workflows/listening.ts'
import { readsGuest } from '#workflows/needs.fixture.ts'
import { route } from './route.ts'

const { guest } = someFacts({ points: 10 })
const venue = (given: Partial<VenueFacts>) =>
  ({ name: 'Harbour', timezone: 'Europe/London', paused: false, ...given }) as VenueFacts
const workflow = (given: {
  when?: Condition
  venues?: string[]
  status?: 'active' | 'paused'
  variables?: Variable[]
}): CompiledWorkflow => {
  const { when, venues, status = 'active', variables = [] } = given
  return {
    id: 'w',
    name: 'Test',
    version: 1,
    status,
    trigger: { source: 'till', ...(when ? { when } : {}), ...(venues ? { venues } : {}) },
    variables,
    exits: [],
    start: 'end',
    nodes: new Map(),
    needs: readsGuest,
  }
}
const routed = (given: CompiledWorkflow, serials: string[] = [], venues: Record<string, VenueFacts> = {}) => {
  const event = { source: 'till', serials, parameters: { spend: 40 } }
  return route(event, guest, listeningWorkflows([given]), {
    venues: new Map(Object.entries(venues)),
    pastRuns: noPastRuns,
    timeZone: 'Europe/London',
    now: undefined,
  })
}
const spent = (value: number): Condition => ({ field: 'event.parameters.spend', operator: 'at_least', value })
const enters = { entered: [{ id: 'w' }], skipped: [] }
const skips = (reason: string, detail: object) => ({
  entered: [],
  skipped: [{ workflow_id: 'w', reason, detail }],
})

test('a paused workflow is skipped as paused, before anything else is asked', () => {
  expect(routed(workflow({ status: 'paused', venues: ['B'], when: spent(99) }))).toEqual(
    skips('workflow_paused', {}),
  )
})

test('an event of another venue is skipped with both lists', () => {
  expect(routed(workflow({ venues: ['A', 'B'] }), ['C', 'D'])).toEqual(
    skips('venue_not_targeted', { targeted: ['A', 'B'], serials: ['C', 'D'] }),
  )
  expect(routed(workflow({ venues: ['A', 'B'] }), ['C', 'B'])).toMatchObject(enters)
  expect(routed(workflow({ venues: ['A'] }), [])).toMatchObject({ entered: [] })
})

test('the first venue that the event names decides whether it is paused', () => {
  const venues = { A: venue({ paused: true }), B: venue({ paused: false }) }
  expect(routed(workflow({}), ['A', 'B'], venues)).toEqual(skips('venue_paused', { serial: 'A' }))
  expect(routed(workflow({}), ['B', 'A'], venues)).toMatchObject(enters)
  expect(routed(workflow({}), ['unknown', 'A'], venues)).toMatchObject(enters)
  expect(routed(workflow({}), [], venues)).toMatchObject(enters)
})

test('a condition may ask for the venue', () => {
  const when: Condition = { field: 'venue.name', operator: 'equals', value: 'Harbour' }
  expect(routed(workflow({ when }), ['A'], { A: venue({}) })).toMatchObject(enters)
  expect(routed(workflow({ when }), ['B'], { A: venue({}) })).toMatchObject({ entered: [] })
  expect(routed(workflow({ when }), [], { A: venue({}) })).toMatchObject({ entered: [] })
})

test('of a condition that fails, only the parts that failed are named', () => {
  const { skipped } = routed(workflow({ when: { all: [spent(10), spent(50), spent(60)] } }))
  expect(skipped).toMatchObject([
    { reason: 'condition_failed', detail: { conditions: [{ expected: 50, found: 40 }, { expected: 60 }] } },
  ])
  expect(skipped[0]?.detail.conditions).toHaveLength(2)
})

test('where no part failed but the whole did, all parts are named', () => {
  const { skipped } = routed(workflow({ when: { not: spent(10) } }))
  expect(skipped).toMatchObject([{ detail: { conditions: [{ expected: 10, found: 40, holds: true }] } }])
})

test('without anything around it, an event is routed by itself and its guest', () => {
  const event = { source: 'till', serials: ['A'], parameters: { spend: 40 } }
  const listening = listeningWorkflows([workflow({ when: spent(40) })])
  expect(route(event, guest, listening)).toMatchObject(enters)
  expect(route({ ...event, source: null }, guest, listening)).toEqual({ entered: [], skipped: [] })
})
