import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Sql } from '#db/sql.ts'
import { newToken } from './credential.ts'
import { createIdentify } from './identify.ts'

/** A database that is asked for tokens, and answers when the test says so. */
function database() {
  const questions: ((found: boolean) => Promise<void>)[] = []
  const sql: Sql = {
    query: (_text, values) =>
      new Promise(resolve => {
        questions.push(async found => {
          const [hashes] = values as [Buffer[]]
          const row = { organisation_id: 'organisation', key_id: 'key', scopes: null }
          resolve({ rows: found ? hashes.map(hash => ({ ...row, hash })) : [], rowCount: 0 } as never)
          await nextTurn()
        })
      }),
  }
  return { sql, questions, last: () => questions.at(-1) as (found: boolean) => Promise<void> }
}

async function known() {
  const { sql, questions, last } = database()
  let time = 1_000
  const [identify, token] = [createIdentify(sql, undefined, () => time), newToken()]
  const first = identify(token)
  await nextTurn()
  await last()(true)
  expect(await first).toMatchObject({ keyId: 'key' })
  /** The memory reads the clock once in a millisecond. */
  const pass = async (ms: number) => {
    time += ms
    await sleep(2)
  }
  return { identify, token, questions, last, pass }
}

test('a token that is in use is asked for again beside the requests, once, before it is forgotten', async () => {
  const { identify, token, questions, last, pass } = await known()
  await pass(4_900)
  expect(identify.remembered(token)).toBeDefined()
  expect(questions).toHaveLength(1)

  await pass(1_000)
  for (let n = 0; n < 3; n++) expect(identify.remembered(token)).toBeDefined()
  await nextTurn()
  expect(questions).toHaveLength(2)
  await last()(true)
  // Ten seconds after the second answer.
  await pass(9_900)
  expect(identify.remembered(token)).toBeDefined()
})

test('what is found then counts: a token that is no longer good is forgotten at once', async () => {
  const { identify, token, last, pass } = await known()
  await pass(6_000)
  identify.remembered(token)
  await nextTurn()
  await last()(false)
  expect(identify.remembered(token)).toBeUndefined()
})

test('a database that does not answer keeps nothing in memory for longer', async () => {
  const { identify, token, questions, pass } = await known()
  await pass(6_000)
  expect(identify.remembered(token)).toBeDefined()
  await pass(4_100)
  expect(identify.remembered(token)).toBeUndefined()
  expect(questions).toHaveLength(2)
})

test('a token that nobody uses is not asked for', async () => {
  const { identify, token, questions, pass } = await known()
  await pass(60_000)
  expect(identify.remembered(token)).toBeUndefined()
  expect(questions).toHaveLength(1)
})
