import { expect, test } from 'vitest'
import { type PrimaryState, type ReplicaState, whyForeign } from './compare.ts'

const same = { system: '7', timeline: 1, database: '16384', schema: 120 }
const primary: PrimaryState = { ...same, at: new Date(0), position: '0/20' }
const replica: ReplicaState = { ...same, position: '0/10', lastCommit: null }

test.each<[Partial<ReplicaState>, string]>([
  [{ system: '8' }, 'it is a replica of another server'],
  [{ database: '5' }, 'it is another database of the server'],
  [{ position: null }, 'it is not a standby'],
  [{ timeline: 2 }, 'it has not followed the last takeover of the primary'],
  [{ position: '0/21' }, 'it has not followed the last takeover of the primary'],
  [{ schema: 119 }, 'it does not have the newest migrations yet'],
])('a server with %j is not read', (other, reason) => {
  expect(whyForeign({ ...replica, ...other }, primary)).toBe(reason)
})

test('a standby of the same database is read, wherever it is', () => {
  expect(whyForeign(replica, primary)).toBeUndefined()
  expect(whyForeign({ ...replica, position: '0/20' }, primary)).toBeUndefined()
})
