import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { settings } from '#db/database.ts'
import { createTestDatabase } from '../../../tests/support/postgres.ts'
import { tuneConnections } from './connection.ts'
import { QUEUE_SCHEMA } from './settings.ts'

test('a claim is prepared while few jobs come, and planned anew while there is a backlog', async () => {
  const prepared = await createTestDatabase()
  const boss = new PgBoss({
    ...(settings(prepared.connection, 'millrace_engine', 'test of claims') as object),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  const db = boss.getDb()
  const execute = db.executeSql.bind(db)
  const claims: string[] = []
  db.executeSql = (sent: string | { name: string; text: string }, values) => {
    const { text, how } =
      typeof sent === 'string' ? { text: sent, how: 'anew' } : { ...sent, how: 'prepared' }
    if (text.includes('SKIP LOCKED')) claims.push(how)
    return execute(sent as string, values)
  }
  tuneConnections(boss)
  await boss.start()
  const claim = async () => (await boss.fetch('advance', { batchSize: 30 })).length
  try {
    expect(await claim()).toBe(0)
    await boss.insert(
      'advance',
      Array.from({ length: 65 }, (_, number) => ({ data: { number } })),
    )
    expect([await claim(), await claim(), await claim(), await claim()]).toEqual([30, 30, 5, 0])
    expect(claims).toEqual(['prepared', 'prepared', 'anew', 'anew', 'prepared'])
  } finally {
    await boss.stop({ graceful: false })
    await prepared.drop()
  }
})
