import { expect, test } from 'vitest'
import type { CompiledWorkflow } from './compile.ts'
import { listeningWorkflows } from './listening.ts'

const quiet = {
  guestAtTrigger: false,
  timeAtTrigger: false,
  pastRunsAtTrigger: [],
  visitsAtTrigger: false,
}
const workflow = (
  id: string,
  trigger: object,
  status: CompiledWorkflow['status'] = 'active',
  needs: object = {},
) => ({ id, trigger, status, needs: { ...quiet, ...needs } }) as unknown as CompiledWorkflow
const ids = (workflows: readonly CompiledWorkflow[] = []) => workflows.map(({ id }) => id)

test('only active and paused workflows listen', () => {
  const all = (['active', 'paused', 'draft', 'cancelled'] as const).map(status =>
    workflow(status, { source: 'till' }, status, { guestAtTrigger: true }),
  )
  const { byId, bySource } = listeningWorkflows(all)
  expect([...byId.keys()].sort()).toEqual(['active', 'paused'])
  expect(ids(bySource.get('till'))).toEqual(['active', 'paused'])
  expect(byId.get('paused')?.status).toBe('paused')
})

test('the one that events are directed to comes first, active before paused, then by id', () => {
  const till = (id: string, status: 'active' | 'paused', listener: boolean) =>
    workflow(id, { source: 'till', ...(listener ? { listener } : {}) }, status)
  const inOrder = [
    till('d', 'active', false),
    till('c', 'paused', false),
    till('a', 'active', true),
    till('e', 'active', true),
    till('b', 'paused', true),
  ]
  for (const given of [inOrder, inOrder.toReversed(), inOrder.toSorted((a, b) => (a.id < b.id ? -1 : 1))])
    expect(ids(listeningWorkflows(given).bySource.get('till'))).toEqual(['d', 'c', 'a', 'e', 'b'])
})

test('workflows without a source, and those that no event starts, are kept apart', () => {
  const listening = listeningWorkflows([
    workflow('none', { source: null }),
    workflow('dated', { date: {} }),
    workflow('wifi', { source: 'wifi' }),
  ])
  expect(ids(listening.sourceless)).toEqual(['none'])
  expect([...listening.bySource.keys()]).toEqual(['wifi'])
  expect([...listening.byId.keys()].sort()).toEqual(['dated', 'none', 'wifi'])
})

test('what a trigger of any of them reads has to be there', () => {
  const plain = workflow('a', { source: 'till' })
  expect(listeningWorkflows([plain])).toMatchObject({
    readsGuests: false,
    readsTime: false,
    pastRuns: [],
    readsVisits: false,
  })
  const reading = (needs: object) =>
    listeningWorkflows([plain, workflow('b', { source: 'x' }, 'paused', needs)])
  expect(reading({ guestAtTrigger: true })).toMatchObject({ readsGuests: true, readsTime: false })
  expect(reading({ timeAtTrigger: true })).toMatchObject({ readsTime: true, readsVisits: false })
  expect(reading({ visitsAtTrigger: true })).toMatchObject({ readsVisits: true, readsGuests: false })
  expect(reading({ pastRunsAtTrigger: ['w', 'v', 'w'] }).pastRuns).toEqual(['w', 'v'])
})
