import type { WorkflowNode } from '@millrace/contract/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joins } from './joins.ts'

const node = (id: string, ways: readonly string[]): WorkflowNode => {
  if (ways.length === 0) return { id, type: 'end', outcome: 'success' }
  const when = { field: 'guest.name', operator: 'equals', value: 'x' } as const
  const [otherwise, ...cases] = ways as [string, ...string[]]
  return { id, type: 'branch', cases: cases.map(next => ({ when, next })), else: otherwise }
}

const named = (waysOf: readonly (readonly number[])[]): Map<string, WorkflowNode> =>
  new Map(
    waysOf.map((ways, at) => [
      `n${at}`,
      node(
        `n${at}`,
        ways.map(to => `n${to}`),
      ),
    ]),
  )

/** By the definition: what all ways from here pass, and of that what has all the rest behind it. */
function slowly(waysOf: readonly (readonly number[])[]): Map<string, string> {
  const passed = (at: number): number[][] => {
    const ways = waysOf[at] as readonly number[]
    return ways.length === 0 ? [[]] : ways.flatMap(to => passed(to).map(rest => [to, ...rest]))
  }
  return new Map(
    waysOf.flatMap((_, at) => {
      const [first = [], ...others] = passed(at)
      const join = first.find(to => others.every(way => way.includes(to)))
      return join === undefined ? [] : [[`n${at}`, `n${join}`] as const]
    }),
  )
}

test('the join of a node is the first one that all of its ways pass', () => {
  const nodes = named([[1, 2], [3], [3], [4, 5], [], []])
  expect([...joins(nodes)].sort()).toEqual([
    ['n0', 'n3'],
    ['n1', 'n3'],
    ['n2', 'n3'],
  ])
})

test('as the definition says, for any steps that lead on', () => {
  const forward = fc
    .integer({ min: 1, max: 10 })
    .chain(size =>
      fc.tuple(
        ...Array.from({ length: size }, (_, at) =>
          at === size - 1
            ? fc.constant<number[]>([])
            : fc.array(fc.integer({ min: at + 1, max: size - 1 }), { maxLength: 3 }),
        ),
      ),
    )
  fc.assert(
    fc.property(forward, waysOf => {
      expect([...joins(named(waysOf))].sort()).toEqual([...slowly(waysOf)].sort())
    }),
    { numRuns: 500 },
  )
})

test('where steps lead to none or in a circle, nothing is said of them', () => {
  expect(joins(named([[1], [2], [1]])).get('n2')).toBe(undefined)
  expect(joins(named([[7], []])).size).toBe(0)
})
