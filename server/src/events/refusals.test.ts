import { expect, test } from 'vitest'
import { createRefusals } from './refusals.ts'

const failing = (code: string) => Promise.reject(Object.assign(new Error('x'), { code }))

test('events are refused from the first that could not be stored until one can, or nothing was tried for ten seconds', async () => {
  let now = 0
  const { watch, isRefusing } = createRefusals(() => now)
  expect(isRefusing()).toBe(false)
  await expect(watch(failing('53100'))).rejects.toThrow()
  expect(isRefusing()).toBe(true)
  await expect(watch(Promise.resolve('stored'))).resolves.toBe('stored')
  expect(isRefusing()).toBe(false)
  await expect(watch(failing('58030'))).rejects.toThrow()
  now = 9_999
  expect(isRefusing()).toBe(true)
  now = 10_000
  expect(isRefusing()).toBe(false)
})

test.each(['40P01', '23505'])(
  'a fault of one transaction alone says nothing about the next: %s',
  async code => {
    const { watch, isRefusing } = createRefusals()
    await expect(watch(failing(code))).rejects.toThrow()
    expect(isRefusing()).toBe(false)
  },
)
