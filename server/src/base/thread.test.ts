import { afterEach, expect, test } from 'vitest'
import { Overloaded } from './overloaded.ts'
import { openThread, type Thread, TookTooLong } from './thread.ts'

type Question = { add?: [number, number]; spin?: true; fail?: string }
let thread: Thread<Question, number>
const open = (longestMs: number, longestQueue = 10) => {
  thread = openThread(new URL('./thread.fixture.ts', import.meta.url), { longestMs, longestQueue })
}
afterEach(() => thread.close())

test('questions are answered in their order, and a fault is the fault of one', async () => {
  open(60_000)
  const answers = await Promise.allSettled([
    thread.ask({ add: [1, 2] }),
    thread.ask({ fail: 'on purpose' }),
    thread.ask({ add: [3, 4] }),
  ])
  expect(answers).toMatchObject([
    { value: 3 },
    { reason: { message: expect.stringContaining('on purpose') } },
    { value: 7 },
  ])
})

test('what never ends is ended, and the next question is answered', async () => {
  open(2_000)
  const endless = thread.ask({ spin: true })
  const after = thread.ask({ add: [1, 1] })
  await expect(endless).rejects.toThrow(TookTooLong)
  expect(await after).toBe(2)
})

test('only so many wait, and none after it is closed', async () => {
  open(60_000, 1)
  const first = thread.ask({ add: [1, 1] })
  const second = thread.ask({ add: [2, 2] })
  await expect(thread.ask({ add: [3, 3] })).rejects.toThrow(Overloaded)
  expect(await Promise.all([first, second])).toEqual([2, 4])
  await thread.close()
  await expect(thread.ask({ add: [1, 1] })).rejects.toThrow(Overloaded)
})
