import { expect, test } from 'vitest'
import { dashboard } from './dashboard.ts'
import type { Operation } from './operation.ts'

/** They count in the database, by its indexes. */
const LIGHT = ['previewConnectionDeletion']

test('whatever tries something out counts against the few heavy requests of a member', () => {
  const trials = Object.entries<Operation>(dashboard).filter(([name]) =>
    /^(check|estimate|preview|run|simulate|try|validate|verify)[A-Z]|^simulate$/.test(name),
  )
  expect(trials.length).toBeGreaterThan(10)
  expect(trials.filter(([, { heavy }]) => !heavy).map(([name]) => name)).toEqual(LIGHT)
})
