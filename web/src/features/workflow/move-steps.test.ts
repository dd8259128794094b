import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { connectionsOf } from './connections.ts'
import { TRIGGER } from './document.ts'
import { canMove, earlier, later, movedWith, moveSteps, withoutSteps } from './move-steps.ts'

const tag = (id: string, next: string): WorkflowNode => ({ id, type: 'add_tag', tag: id, next })
const when = { field: 'guest.points', operator: 'at_least', value: 1 } as const

/** a → decide (rich: b, otherwise: c) → d → end */
const document: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'a',
  nodes: [
    tag('a', 'decide'),
    { id: 'decide', type: 'branch', cases: [{ when, next: 'b' }], else: 'c' },
    tag('b', 'd'),
    tag('c', 'd'),
    tag('d', 'end'),
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}
const lines = ({ start, nodes }: WorkflowDefinition) =>
  [
    `start ${start}`,
    ...nodes.flatMap(node => connectionsOf(node).map(({ target = '-' }) => `${node.id} ${target}`)),
  ].join(', ')

test('a step goes to another place, and what was around it closes', () => {
  const moved = moveSteps(document, movedWith(document, 'a'), { from: 'd', handle: 'next' })
  expect(lines(moved)).toBe('start decide, a end, decide b, decide c, b d, c d, d a')
  const first = moveSteps(document, new Set(['d']), { from: TRIGGER, handle: 'next' })
  expect(lines(first)).toBe('start d, a decide, decide b, decide c, b end, c end, d a')
})

test('a decision takes its branches with it, up to where they meet', () => {
  expect([...movedWith(document, 'decide')].sort()).toEqual(['b', 'c', 'decide'])
  const moved = moveSteps(document, movedWith(document, 'decide'), { from: 'd', handle: 'next' })
  expect(lines(moved)).toBe('start a, a d, decide b, decide c, b end, c end, d decide')
})

test('several steps that are not beside each other become one piece, in their order', () => {
  const moved = moveSteps(document, new Set(['a', 'd']), { from: 'decide', handle: 'cases.0' })
  expect(lines(moved)).toBe('start decide, a d, decide a, decide c, b end, c end, d b')
})

test('nothing goes into itself, or to where it is', () => {
  const branches = movedWith(document, 'decide')
  expect(canMove(document, branches, { from: 'b', handle: 'next' })).toBe(false)
  expect(canMove(document, new Set(['d']), { from: 'b', handle: 'next' })).toBe(false)
  expect(canMove(document, new Set(['d']), { from: 'd', handle: 'next' })).toBe(false)
  expect(moveSteps(document, branches, { from: 'a', handle: 'next' })).toBe(document)
})

test('several steps are removed at once', () => {
  expect(lines(withoutSteps(document, new Set(['a', 'decide', 'b'])))).toBe('start d, c d, d end')
})

test('every step is still reached, wherever any of them goes', () => {
  const places = [
    { from: TRIGGER, handle: 'next' },
    ...document.nodes.flatMap(node => connectionsOf(node).map(({ handle }) => ({ from: node.id, handle }))),
  ]
  for (const { id, type } of document.nodes) {
    if (type === 'end') continue
    for (const place of places) {
      const moved = moveSteps(document, movedWith(document, id), place)
      expect([...reached(moved)].sort(), `${id} after ${place.from} ${place.handle}`).toEqual(
        ['a', 'b', 'c', 'd', 'decide', 'end'].sort(),
      )
    }
  }
})

function reached({ start, nodes }: WorkflowDefinition): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes.find(({ id }) => id === next)
    if (node === undefined || found.has(next)) continue
    found.add(next)
    waiting.push(...connectionsOf(node).flatMap(({ target = [] }) => target))
  }
  return found
}

test('a step goes one further, or one back, as the keys ask for it', () => {
  const at = (id: string, where: typeof later) => where(document, movedWith(document, id))
  expect(at('a', earlier)).toBeUndefined()
  expect(at('a', later)).toEqual({ from: 'decide', handle: 'cases.0' })
  expect(at('decide', earlier)).toEqual({ from: TRIGGER, handle: 'next' })
  expect(at('decide', later)).toEqual({ from: 'd', handle: 'next' })
  expect(at('d', later)).toBeUndefined()
})
