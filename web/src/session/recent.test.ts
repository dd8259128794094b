import { expect, test } from 'vitest'
import { type RecentPage, withRecent } from './recent.ts'

const page = (path: string, name = path): RecentPage => ({ path, name, about: 'Guest' })

test('the newest comes first, each once and by its newest name, and only some are kept', () => {
  const paths = (pages: readonly RecentPage[]) => pages.map(({ path }) => path)
  const six = ['1', '2', '3', '4', '5', '6'].reduce(
    (before, path) => withRecent(before, page(path)),
    [] as RecentPage[],
  )
  expect(paths(six)).toEqual(['6', '5', '4', '3', '2', '1'])
  expect(paths(withRecent(six, page('7')))).toEqual(['7', '6', '5', '4', '3', '2'])
  const renamed = withRecent(six, page('3', 'Ada'))
  expect(paths(renamed)).toEqual(['3', '6', '5', '4', '2', '1'])
  expect(renamed[0]?.name).toBe('Ada')
})
