import { expect, test } from 'vitest'
import { begin, change, redo, undo } from './history.ts'

test('changes are taken back one by one, and made again', () => {
  const two = change(change(begin('a'), 'b'), 'c')
  expect(undo(two).present).toBe('b')
  expect(undo(undo(two)).present).toBe('a')
  expect(undo(undo(undo(two))).present).toBe('a')
  expect(redo(undo(two)).present).toBe('c')
  expect(redo(two).present).toBe('c')
})

test('continuous typing is one change', () => {
  const typed = ['t', 'ti', 'til', 'till'].reduce((history, text) => change(history, text, 'tag'), begin(''))
  expect(undo(typed).present).toBe('')
  expect(undo(change(typed, 'other', 'label')).present).toBe('till')
})

test('a new change ends what could have been made again', () => {
  const other = change(undo(change(begin('a'), 'b')), 'c')
  expect(redo(other).present).toBe('c')
})
