import { expect, test } from 'vitest'
import { createHistory } from './history.ts'

const at = (second: number) => new Date(1_000 * second)

test('a state is as old as the last sample that it has', () => {
  const history = createHistory(60_000)
  history.add({ at: at(1), position: '0/10' })
  history.add({ at: at(2), position: '0/20' })
  history.add({ at: at(3), position: '0/20' })
  history.add({ at: at(4), position: '0/30' })
  expect(history.asOf('0/F')).toBeUndefined()
  expect(history.asOf('0/10')).toEqual(at(1))
  expect(history.asOf('0/1F')).toEqual(at(1))
  // While nothing is written, who has everything is current.
  expect(history.asOf('0/20')).toEqual(at(3))
  expect(history.asOf('0/2F')).toEqual(at(3))
  expect(history.asOf('0/30')).toEqual(at(4))
})

test('what is too old is forgotten, and so is what a clock that was set back makes later', () => {
  const history = createHistory(10_000)
  history.add({ at: at(1), position: '0/10' })
  history.add({ at: at(12), position: '0/20' })
  expect(history.asOf('0/10')).toBeUndefined()
  history.add({ at: at(5), position: '0/30' })
  expect(history.asOf('0/20')).toBeUndefined()
  expect(history.asOf('0/30')).toEqual(at(5))
})
