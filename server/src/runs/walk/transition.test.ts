import type { WorkflowNode } from '@millrace/contract/node'
import { defaultSettings } from '@millrace/contract/settings'
import type { Exit } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Resumption, StepFailed, type StepTable, skip, unlimited } from '#steps/step.ts'
import { steps as table } from '#steps/table.ts'
import { type CompiledVersion, compileVersion } from '#workflows/compile.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import type { Facts } from '#workflows/facts.ts'
import { trials } from '../../../../tests/support/trials.ts'
import { begun as queued, type RunState } from '../change/state.ts'
import { transition } from './transition.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
/** A walk with ordinary facts. */
const walkOn = (
  given: CompiledVersion,
  run: RunState,
  facts: Facts,
  { steps = table, resumption }: { steps?: StepTable; resumption?: Resumption } = {},
) =>
  transition(
    given,
    run,
    resumption,
    {
      facts,
      now,
      run: {
        id: facts.guest.id,
        workflowId: given.id,
        chain: 0,
        unsubscribeUrl: () => 'https://millrace.example/u',
      },
      settings: defaultSettings,
      allowance: unlimited,
      came: [],
      workflows: new Map(),
      tasks: new Map(),
    },
    steps,
  )
const end: WorkflowNode = { id: 'end', type: 'end', outcome: 'success', reason: 'thanked' }
const version = (nodes: WorkflowNode[], start = nodes[0]?.id ?? '') =>
  compileVersion('0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e', 'Test', 1, {
    trigger: { source: null },
    start,
    nodes,
  })

const hasPoints = (value: number) => ({ field: 'guest.points', operator: 'at_least', value }) as const

test('a walk sees its own earlier effects, and records every node it passed', () => {
  const walked = walkOn(
    version([
      { id: 'give', type: 'award_points', points: 10, reason: 'visit', next: 'tag' },
      { id: 'tag', type: 'add_tag', tag: 'vip', next: 'look' },
      { id: 'look', type: 'branch', cases: [{ when: hasPoints(15), next: 'end' }], else: 'give' },
      end,
    ]),
    queued,
    someFacts({ points: 5 }),
  )
  expect(walked.run).toEqual({
    ...queued,
    status: 'completed',
    outcome: 'success',
    outcomeReason: 'thanked',
    nodeId: 'end',
    stepCount: 4,
  })
  expect(walked.steps.map(step => [step.position, step.nodeId, step.status])).toEqual([
    [0, 'give', 'completed'],
    [1, 'tag', 'completed'],
    [2, 'look', 'completed'],
    [3, 'end', 'completed'],
  ])
  expect(walked.effects.map(({ effect }) => effect)).toEqual([
    { type: 'points', points: 10, reason: 'visit' },
    { type: 'tag', tag: 'vip', present: true },
  ])
  expect(walked.guest).toMatchObject({ points: 15, tags: ['vip'] })
  expect(walked.steps[2]?.detail).toMatchObject({
    taken: 0,
    cases: [{ leaves: [{ expected: 15, found: 15 }] }],
  })
})

describe('a wait', () => {
  const waits = version([
    { id: 'pause', type: 'wait', until: { after: { amount: 2, unit: 'hours' } }, next: 'end' },
    end,
  ])

  test('stops the walk until a moment that does not move', () => {
    const { run, steps } = walkOn(waits, queued, someFacts({}))
    expect(run).toMatchObject({ status: 'waiting', nodeId: 'pause', stepCount: 1 })
    expect(run.resumesAt?.toISOString()).toBe('2026-03-01T14:00:00.000Z')
    expect(run.waitingFor).toEqual({ type: 'time', until: '2026-03-01T14:00:00.000Z' })
    expect(steps).toMatchObject([{ position: 0, status: 'waiting', resumed: false }])
  })

  test('continues where it stood, and finishes the step it left open', () => {
    const { run } = walkOn(waits, queued, someFacts({}))
    const resumed = walkOn(waits, { ...run, status: 'running' }, someFacts({}))
    expect(resumed.steps).toMatchObject([
      { position: 0, nodeId: 'pause', status: 'completed', resumed: true },
      { position: 1, nodeId: 'end', status: 'completed', resumed: false },
    ])
    expect(resumed.run).toMatchObject({
      status: 'completed',
      stepCount: 2,
      waitingFor: null,
      resumesAt: null,
    })
  })

  test('for a moment that has passed is none', () => {
    const past = version([
      { id: 'pause', type: 'wait', until: { at: '2026-03-01T12:00:00Z' }, next: 'end' },
      end,
    ])
    expect(walkOn(past, queued, someFacts({})).run.status).toBe('completed')
  })
})

describe('a fault', () => {
  test('in a step fails the run with the reason, and keeps what was done before it', () => {
    const broken = { ...table, add_tag: () => { throw new Error('no tags today') } } // biome-ignore format: one thought
    const { run, steps, effects } = walkOn(
      version([
        { id: 'give', type: 'award_points', points: 1, next: 'tag' },
        { id: 'tag', type: 'add_tag', tag: 'x', next: 'end' },
        end,
      ]),
      queued,
      someFacts({}),
      { steps: broken },
    )
    expect(run).toMatchObject({
      status: 'failed',
      nodeId: 'tag',
      outcome: null,
      error: { code: 'step_failed', message: 'no tags today', node_id: 'tag' },
    })
    expect(steps.map(step => step.status)).toEqual(['completed', 'failed'])
    expect(effects).toHaveLength(1)
  })

  test('of a graph that goes round in a circle ends the walk', () => {
    const circle = version([
      { id: 'a', type: 'award_points', points: 1, next: 'b' },
      { id: 'b', type: 'award_points', points: 1, next: 'a' },
    ])
    const { run } = walkOn(circle, queued, someFacts({}))
    expect(run.error?.message).toBe('the workflow goes round in a circle')
  })

  test('of a node that is not there, or of a type from another release, is reported', () => {
    const nowhere = version([{ id: 'a', type: 'award_points', points: 1, next: 'b' }])
    expect(walkOn(nowhere, queued, someFacts({})).run.error?.message).toContain('no node "b"')
    const odd = version([{ id: 'a', type: 'constructor' } as never])
    expect(walkOn(odd, queued, someFacts({})).run.error?.message).toContain('"constructor"')
  })
})

test('any walk over any graph ends, with positions in a row and effects that add up', () => {
  const ids = ['a', 'b', 'c', 'd', 'end']
  const next = fc.constantFrom(...ids)
  const node = (id: string) =>
    fc.oneof(
      fc.record({ id: fc.constant(id), type: fc.constant('award_points' as const), points: fc.integer({ min: -9, max: 9 }), next }), // biome-ignore format: one thought
      fc.record({
        id: fc.constant(id),
        type: fc.constant('add_tag' as const),
        tag: fc.constantFrom('x', 'y'),
        next,
      }),
      fc.tuple(next, next, fc.integer({ min: -9, max: 9 })).map(([to, other, value]) => ({
        id,
        type: 'branch' as const,
        cases: [{ when: hasPoints(value), next: to }],
        else: other,
      })),
      fc.record({
        id: fc.constant(id),
        type: fc.constant('wait' as const),
        until: fc.constant({ after: { amount: 1, unit: 'seconds' as const } }),
        next,
      }),
    )
  const graph = fc
    .tuple(...ids.slice(0, 4).map(node))
    .map(nodes => version([...(nodes as WorkflowNode[]), end]))
  fc.assert(
    fc.property(graph, fc.integer({ min: -9, max: 9 }), (given, points) => {
      let run = queued
      const facts = someFacts({ points })
      let { guest } = facts
      for (let walks = 0; walks < 4 && run.status !== 'completed' && run.status !== 'failed'; walks++) {
        const before = run
        const walked = walkOn(given, run, { ...facts, guest })
        run = walked.run.status === 'waiting' ? { ...walked.run, status: 'running' } : walked.run
        const first = before.nodeId === null ? before.stepCount : before.stepCount - 1
        expect(walked.steps.map(step => step.position)).toEqual(walked.steps.map((_, index) => first + index))
        expect(walked.run.stepCount).toBe(first + walked.steps.length)
        const given_points = walked.effects.map(({ effect }) =>
          effect.type === 'points' ? effect.points : 0,
        )
        expect(walked.guest.points).toBe(guest.points + given_points.reduce((sum, value) => sum + value, 0))
        expect(new Set(walked.guest.tags).size).toBe(walked.guest.tags.length)
        expect(walked.run.resumesAt !== null).toBe(walked.run.status === 'waiting')
        expect(walked.run.error !== null).toBe(walked.run.status === 'failed')
        expect(walked.run.outcome !== null).toBe(walked.run.status === 'completed')
        guest = walked.guest
      }
    }),
    { numRuns: trials(1_000, 5_000) },
  )
})

describe('an exit', () => {
  const pause: WorkflowNode = {
    id: 'pause',
    type: 'wait',
    until: { after: { amount: 2, unit: 'hours' } },
    next: 'give',
  }
  const withExits = (...exits: Exit[]) =>
    compileVersion('0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e', 'Test', 1, {
      trigger: { source: null },
      start: 'pause',
      exits,
      nodes: [
        pause,
        { id: 'give', type: 'award_points', points: 10, next: 'more' },
        { id: 'more', type: 'award_points', points: 1, next: 'end' },
        end,
      ],
    })
  const rich = withExits({ on: 'guest', when: hasPoints(10), label: 'has enough' })
  const waiting: RunState = { ...queued, status: 'running', nodeId: 'pause', stepCount: 1 }

  test('that holds from the start ends the run before its first step', () => {
    const { run, steps, effects } = walkOn(rich, queued, someFacts({ points: 10 }))
    expect(run).toEqual({ ...queued, status: 'completed', outcome: 'exited', outcomeReason: 'has enough' })
    expect([steps, effects]).toEqual([[], []])
  })

  test('that holds when a run wakes ends it there, and closes the step where it stood', () => {
    const { run, steps } = walkOn(rich, waiting, someFacts({ points: 10 }))
    expect(run).toMatchObject({ status: 'completed', outcome: 'exited', nodeId: 'pause', stepCount: 1 })
    expect(steps).toEqual([
      {
        position: 0,
        nodeId: 'pause',
        type: '',
        status: 'skipped',
        detail: { reason: 'exited' },
        resumed: true,
      },
    ])
  })

  test('that a step of the run made hold ends it before the next one', () => {
    const { run, steps, guest } = walkOn(rich, waiting, someFacts({ points: 0 }))
    expect(run).toMatchObject({ status: 'completed', outcome: 'exited', stepCount: 2 })
    expect(steps.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['pause', 'completed'],
      ['give', 'completed'],
    ])
    expect(guest.points).toBe(10)
  })

  test('that does not hold, or is about events, ends nothing', () => {
    const other = withExits(
      { on: 'event', source: 'till', when: hasPoints(0) } as Exit,
      { on: 'guest', when: hasPoints(100) },
      { on: 'guest', when: hasPoints(50) },
    )
    expect(walkOn(other, waiting, someFacts({ points: 1 })).run.outcome).toBe('success')
    expect(walkOn(other, waiting, someFacts({ points: 60 })).run.outcomeReason).toBe('the guest changed')
  })
})

test('a later step can read how many points an earlier one gave', () => {
  const given: WorkflowNode[] = [
    { id: 'tag', type: 'add_tag', tag: 'x', next: 'give' },
    { id: 'give', type: 'award_points', points: 7, next: 'look' },
    {
      id: 'look',
      type: 'branch',
      cases: [
        {
          when: {
            all: [
              { field: 'awarded.give', operator: 'equals', value: 7 },
              { field: 'awarded.tag', operator: 'not_exists' },
            ],
          },
          next: 'end',
        },
      ],
      else: 'other',
    },
    { id: 'other', type: 'award_points', points: 1, next: 'end' },
    end,
  ]
  const { effects, run } = walkOn(version(given), queued, someFacts({}))
  expect(run.outcome).toBe('success')
  expect(effects).toMatchObject([
    { nodeId: 'tag', effect: { type: 'tag' } },
    { nodeId: 'give', effect: { type: 'points', points: 7 } },
    { nodeId: 'give', effect: { type: 'awarded', points: 7 } },
  ])
})

test('what a step with a limit for the day gave is remembered with its workflow and node', () => {
  const limited = version([
    { id: 'give', type: 'award_points', points: 7, at_most_a_day: 20, next: 'end' } as WorkflowNode,
    end,
  ])
  expect(walkOn(limited, queued, someFacts({})).allowance.given).toEqual([
    { workflowId: limited.id, nodeId: 'give', points: 7, at: now },
  ])
})

test('a step that did nothing is recorded as skipped, with its reason and its type', () => {
  const skipping: StepTable = { ...table, add_tag: node => skip(node.next, 'no_value', { field: 'x' }) }
  const { steps } = walkOn(
    version([{ id: 'tag', type: 'add_tag', tag: 'x', next: 'end' }, end]),
    queued,
    someFacts({}),
    { steps: skipping },
  )
  expect(steps).toMatchObject([
    {
      position: 0,
      nodeId: 'tag',
      type: 'add_tag',
      status: 'skipped',
      detail: { reason: 'no_value', field: 'x' },
      resumed: false,
    },
    { position: 1, nodeId: 'end', type: 'end', status: 'completed', resumed: false },
  ])
})

test('a step that failed is recorded with its message and what it knows, and a node that is missing as unknown', () => {
  const failing: StepTable = {
    ...table,
    add_tag: () => {
      throw new StepFailed('no_such_tag', 'there is no such tag', { tag: 'x' })
    },
  }
  const tagging = version([{ id: 'tag', type: 'add_tag', tag: 'x', next: 'gone' }])
  const broken = walkOn(tagging, queued, someFacts({}), { steps: failing })
  expect(broken.run.error).toEqual({ code: 'no_such_tag', message: 'there is no such tag', node_id: 'tag' })
  expect(broken.steps).toMatchObject([
    { type: 'add_tag', status: 'failed', detail: { message: 'there is no such tag', tag: 'x' } },
  ])
  const gone = walkOn(tagging, queued, someFacts({}))
  expect(gone.steps.at(-1)).toMatchObject({ nodeId: 'gone', type: 'unknown', status: 'failed' })
})

test('a step knows what woke the run: the time, unless something else did', () => {
  const seen: (Resumption | undefined)[] = []
  const looking: StepTable = {
    ...table,
    add_tag: (node, { resumed }) => {
      seen.push(resumed)
      return table.add_tag(node, {} as never)
    },
  }
  const tagging = version([{ id: 'tag', type: 'add_tag', tag: 'x', next: 'end' }, end])
  const standing: RunState = { ...queued, status: 'running', nodeId: 'tag', stepCount: 1 }
  walkOn(tagging, queued, someFacts({}), { steps: looking })
  walkOn(tagging, standing, someFacts({}), { steps: looking })
  walkOn(tagging, standing, someFacts({}), { steps: looking, resumption: { kind: 'retry' } })
  expect(seen).toEqual([undefined, { kind: 'time' }, { kind: 'retry' }])
})
