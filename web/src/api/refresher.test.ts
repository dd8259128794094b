import { expect, test } from 'vitest'
import { createRefresher } from './refresher.ts'

test('changes that come during a round are one round after it', async () => {
  const rounds: string[][] = []
  const begun = Promise.withResolvers<void>()
  const refresher = createRefresher(
    async keys => {
      rounds.push([...keys])
      if (rounds.length === 1) await begun.promise
      return []
    },
    async () => {},
  )
  const done = refresher(['events'])
  void refresher(['runs'])
  void refresher(['runs', 'home'])
  begun.resolve()
  await done
  expect(rounds).toEqual([['events'], ['runs', 'home']])
  await refresher([])
  await refresher(['tasks'])
  expect(rounds).toEqual([['events'], ['runs', 'home'], ['tasks']])
})

test('what could not be read is tried again', async () => {
  const rounds: string[][] = []
  const refresher = createRefresher(
    async keys => {
      rounds.push([...keys])
      return rounds.length < 3 ? ['runs'] : []
    },
    async () => {},
  )
  await refresher(['events', 'runs'])
  expect(rounds).toEqual([['events', 'runs'], ['runs'], ['runs']])
})
