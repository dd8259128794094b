import { expect, test, vi } from 'vitest'
import { openWhenFetched } from './open-when-fetched.ts'

/** Pages whose files come when the test says so. `/there` has them. */
function pages() {
  const files = { '/slow': Promise.withResolvers<void>(), '/other': Promise.withResolvers<void>() }
  const navigate = vi.fn()
  const states: boolean[] = []
  const { aroundNav, cancel } = openWhenFetched(
    to => ({ fetch: () => files[to as keyof typeof files]?.promise }),
    isOpening => states.push(isOpening),
  )
  return { files, navigate, states, cancel, go: (to: string) => aroundNav(navigate, to, undefined) }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

test('goes at once where the files are there, and otherwise when they are', async () => {
  const { files, navigate, states, go } = pages()
  go('/there')
  expect(navigate).toHaveBeenLastCalledWith('/there', undefined)
  go('/slow')
  expect(navigate).toHaveBeenCalledTimes(1)
  expect(states.at(-1)).toBe(true)
  files['/slow'].resolve()
  await settled()
  expect(navigate).toHaveBeenLastCalledWith('/slow', undefined)
  expect(states.at(-1)).toBe(false)
})

test('goes where it was asked to last, and nowhere after the way back', async () => {
  const { files, navigate, cancel, go } = pages()
  go('/slow')
  go('/other')
  files['/slow'].resolve()
  files['/other'].reject(new Error('the server is away'))
  await settled()
  // The page whose files cannot be had says so.
  expect(navigate.mock.calls).toEqual([['/other', undefined]])

  go('/slow')
  cancel()
  await settled()
  expect(navigate).toHaveBeenCalledTimes(1)
})
