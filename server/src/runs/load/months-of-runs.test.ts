import { afterAll, beforeAll, expect, test } from 'vitest'
import { idAt } from '#base/id-at.ts'
import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Settling } from '#queue/queue.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { advance } from '../advance.ts'
import { openRuns } from '../runs.fixture.ts'
import { createMonthsOfRuns, type MonthsOfRuns } from './months-of-runs.ts'

let runs: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase())
})
afterAll(() => runs.close())

/** The first moment of a month, so many after this one. */
function month(after: number): { table: string; begin: Date; end: Date } {
  const [begin, end] = [after, after + 1].map(months => {
    const at = new Date()
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))
  }) as [Date, Date]
  return { table: `runs_${begin.toISOString().slice(0, 7).replace('-', '_')}`, begin, end }
}

/** Lets it ask, and waits for the answer. */
async function ask(months: MonthsOfRuns, sql: Sql = runs.database.engine) {
  let answered: Promise<unknown> = Promise.resolve()
  const listening = {
    query(text: string, values?: unknown[]) {
      answered = sql.query(text, values)
      return answered
    },
  }
  months.placeOf(listening as Sql, [newId()])
  await answered
}

const tableOf = ({ suffix }: { suffix: string }) => `runs${suffix}`

const nothing: Sql = {
  query: () => {
    throw new Error('nothing is asked')
  },
}

test('a batch of one month is in its table, and any other between its ends', async () => {
  const months = createMonthsOfRuns()
  const now = newId()
  await ask(months)
  const places = (...ids: string[]) => {
    const { suffix, within, values } = months.placeOf(nothing, ids)
    return [`runs${suffix}`, within('r.id', 4), ...values]
  }
  const lastOf = (at: Date) => idAt(new Date(at.getTime() - 1)).replace('-7000-8000-0', '-7fff-bfff-f')
  expect(places(newId(), now, newId())).toEqual([month(0).table, ''])
  const { table, begin, end } = month(1)
  expect(places(idAt(begin), lastOf(end))).toEqual([table, ''])
  expect(places(lastOf(end), idAt(begin))).toEqual([table, ''])
  for (const ids of [
    [lastOf(begin), idAt(begin)],
    [lastOf(end), idAt(end)],
    [idAt(month(-1).begin), idAt(begin)],
  ]) {
    expect(places(...ids)).toEqual(['runs', 'AND r.id BETWEEN $4 AND $5', ...ids])
  }
  expect(places()).toEqual(['runs', ''])
})

/** Tables that are there until the end of `work`. */
async function during(statements: readonly string[], work: (sql: Sql) => Promise<void>) {
  const client = await runs.database.engine.connect()
  try {
    await client.query(['BEGIN', ...statements].join('; '))
    await work(client)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test('a month that may be dropped is not named', async () => {
  const { table, begin, end } = month(-1)
  const created = `CREATE TABLE ${table} PARTITION OF runs FOR VALUES FROM ('${idAt(begin)}') TO ('${idAt(end)}')`
  await during([created], async sql => {
    const months = createMonthsOfRuns()
    await ask(months, sql)
    expect(tableOf(months.placeOf(nothing, [idAt(begin)]))).toBe('runs')
    expect(tableOf(months.placeOf(nothing, [newId()]))).toBe(month(0).table)
  })
})

test('the partition of all runs from before there were months is named while it takes new ones', async () => {
  const before = (after: number) => {
    const { begin } = month(after)
    const name = month(after).table.replace('runs_', 'runs_before_')
    return {
      name,
      created: `CREATE TABLE ${name} PARTITION OF runs FOR VALUES FROM (MINVALUE) TO ('${idAt(begin)}')`,
    }
  }
  const dropped = [0, 1, 2].map(after => `DROP TABLE ${month(after).table}`)
  await during([...dropped, before(2).created], async sql => {
    const months = createMonthsOfRuns()
    await ask(months, sql)
    for (const id of [newId(), idAt(month(1).begin), idAt(new Date(0))])
      expect(tableOf(months.placeOf(nothing, [id]))).toBe(before(2).name)
    expect(tableOf(months.placeOf(nothing, [idAt(month(2).begin)]))).toBe('runs')
  })
  await during([before(0).created], async sql => {
    const months = createMonthsOfRuns()
    await ask(months, sql)
    expect(tableOf(months.placeOf(nothing, [idAt(month(-1).begin)]))).toBe('runs')
  })
})

test('what the database said is forgotten after a while, also if it does not answer', async () => {
  let now = 0
  const months = createMonthsOfRuns(() => now)
  await ask(months)
  now = 599_999
  expect(tableOf(months.placeOf(nothing, [newId()]))).toBe(month(0).table)
  now = 600_000
  const silent: Sql = { query: () => Promise.reject(new Error('the connection is lost')) }
  expect(tableOf(months.placeOf(silent, [newId()]))).toBe('runs')
  expect(tableOf(months.placeOf(nothing, [newId()]))).toBe('runs')
  now = 1_200_000
  await ask(months)
  expect(tableOf(months.placeOf(nothing, [newId()]))).toBe(month(0).table)
})

test('runs advance the same in their month, between their ends, and in the default partition', async () => {
  const workflow = await runs.publish({
    trigger: { source: null },
    start: 'give',
    nodes: [
      { id: 'give', type: 'award_points', points: 10, next: 'done' },
      { id: 'done', type: 'end', outcome: 'success' },
    ],
  })
  const start = async (change = {}) => (await runs.start(workflow, [await runs.guest()], change))[0] as never
  // The first batch asks which months there are.
  expect(await runs.advance([await start()])).toEqual(['completed'])
  const texts: string[] = []
  const watched: Settling = work =>
    inTransaction(runs.database.engine, tx => {
      const query: Sql['query'] = (text, values) => {
        texts.push(text)
        return tx.query(text, values)
      }
      return work({ ...tx, query }, () => {})
    })
  const advanced = await advance([await start(), await start()], watched, runs.engine)
  expect(advanced.map(({ status }) => status)).toEqual(['completed', 'completed'])
  const named = texts.filter(text => text.includes(month(0).table))
  expect(named.filter(text => text.includes(`UPDATE ${month(0).table} AS runs`))).toHaveLength(1)
  expect(named.filter(text => text.includes(`JOIN ${month(0).table} r`))).toHaveLength(2)
  const old = { id: idAt(new Date('2020-05-05T12:00:00Z')) }
  expect(await runs.advance([await start(), await start(old)])).toEqual(['completed', 'completed'])
  expect(
    await runs.query(`SELECT tableoid::regclass::text AS place FROM runs WHERE id = $1`, [old.id]),
  ).toEqual([{ place: 'runs_default' }])
  expect(await runs.query(`SELECT DISTINCT status FROM runs`)).toEqual([{ status: 'completed' }])
})
