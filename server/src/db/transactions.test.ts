import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { type Database, inTransaction } from './database.ts'

let database: Database
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 1 })
  database = opened.database
  return opened.close
})

test('a transaction says why it failed, also where that statement was not awaited and a later one was', async () => {
  const failing = inTransaction(database.engine, async tx => {
    tx.later(tx.query('SELECT 1 / 0'))
    await tx.query('SELECT 1')
  })
  await expect(failing).rejects.toThrow('division by zero')
})

test('what was read and does not hold ends the transaction with the code of its caller', async () => {
  const insisting = (holds: boolean) =>
    inTransaction(database.engine, async tx => {
      tx.later(tx.query(`SELECT insist($1, 'MR009')`, [holds]))
    })
  await insisting(true)
  await expect(insisting(false)).rejects.toMatchObject({ code: 'MR009' })
})
