import { expect, test } from 'vitest'
import type { Answer, Failure } from '../../api/answer.ts'
import { actOnAll } from './act-on-all.ts'

const failure = (kind: Failure['kind']): Answer<unknown> => ({
  ok: false,
  failure: {
    kind,
    status: 409,
    code: undefined,
    message: kind,
    errors: {},
    requestId: undefined,
    body: undefined,
  },
})
const done: Answer<unknown> = { ok: true, value: undefined }

test('a row that is refused does not keep the others from it', async () => {
  const result = await actOnAll(
    [1, 2, 3],
    async row => (row === 2 ? failure('refused') : done),
    () => true,
  )
  expect(result).toMatchObject({ done: 2, left: 0, refused: [{ row: 2 }] })
})

test('without a server it ends, and says how many are left', async () => {
  const result = await actOnAll(
    [1, 2, 3],
    async row => (row === 2 ? failure('gone') : done),
    () => true,
  )
  expect(result).toMatchObject({ done: 1, left: 2, refused: [] })
})

test('it can be stopped after any row', async () => {
  const seen: number[] = []
  const result = await actOnAll(
    [1, 2, 3],
    async row => {
      seen.push(row)
      return done
    },
    ({ done: count }) => count < 2,
  )
  expect(seen).toEqual([1, 2])
  expect(result).toMatchObject({ done: 2, left: 1 })
})
