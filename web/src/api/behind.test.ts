import { expect, test } from 'vitest'
import { readAnswer } from './answer.ts'
import { behindOf } from './behind.ts'

const answered = async (headers: Record<string, string>) => {
  const answer = await readAnswer(Response.json({ data: [] }, { headers }))
  return answer.ok ? behindOf(answer.value) : undefined
}

test('a list knows how old it is, where the server says so', async () => {
  const asOf = '2026-11-18T15:40:00.000Z'
  expect(await answered({ 'millrace-behind': '14', 'millrace-as-of': asOf })).toEqual({ seconds: 14, asOf })
  expect(await answered({})).toBeUndefined()
  expect(await answered({ 'millrace-behind': 'soon', 'millrace-as-of': asOf })).toBeUndefined()
  expect(await answered({ 'millrace-behind': '14' })).toBeUndefined()
})

test('of a list that is read page by page, the first page counts', () => {
  const behind = { seconds: 14, asOf: '2026-11-18T15:40:00.000Z' }
  expect(behindOf({ pages: [{ data: [], behind }, { data: [] }] })).toEqual(behind)
  expect(behindOf({ pages: [{ data: [] }, { data: [], behind }] })).toBeUndefined()
  expect(behindOf(undefined)).toBeUndefined()
})

test('nothing is added to an answer that is current', async () => {
  expect(await readAnswer(Response.json({ data: [] }))).toEqual({ ok: true, value: { data: [] } })
})
