import type { Db, PgBoss } from 'pg-boss'
import { faultPoint } from '#base/fault-point.ts'
import { statementName } from '#db/statement-name.ts'

const waitingForFirst = new WeakMap<Db, () => void>()

/** When the next statement of the transaction has been sent; its answer may take longer. */
export function firstStatement(db: Db): Promise<void> {
  return new Promise(resolve => waitingForFirst.set(db, resolve))
}

const settled = new WeakSet<Db>()

/**
 * Every job of the transaction's batch is settled. What pg-boss sends next would complete those that are left, and is
 * answered here: there are none, and asking took a round trip of every batch.
 */
export function nothingLeftToSettle(db: Db): void {
  settled.add(db)
}

/**
 * What pg-boss does not offer for its own connections: prepared statements, since it sends the same few long ones for
 * every batch; and the moment after a batch's COMMIT, where tests end the process.
 */
export function tuneConnections(boss: PgBoss): void {
  const db = boss.getDb()
  const begin = db.beginTransaction?.bind(db)
  if (begin === undefined) throw new Error('this pg-boss has no transactional workers')
  prepareStatements(db)
  db.beginTransaction = async () => {
    const transaction = await begin()
    prepareStatements(transaction.db)
    return {
      ...transaction,
      async commit() {
        await transaction.commit()
        faultPoint('advance:committed')
      },
    }
  }
}

/** Db has no names for statements, but hands on to pg what it is given. */
function prepareStatements(db: Db): void {
  const execute = db.executeSql.bind(db)
  const prepared: Db['executeSql'] = (text, values) =>
    execute({ name: statementName(text), text } as unknown as string, values)
  const claim = async (text: string) => {
    const claimed = await (backlogged.has(text) ? execute(text) : prepared(text))
    if (claimed.rows.length > FEW) backlogged.add(text)
    else backlogged.delete(text)
    return claimed
  }
  db.executeSql = (text, values) => {
    if (settled.delete(db)) return Promise.resolve({ rows: [{ count: 0 }] })
    const answer = hasValues(values) ? prepared(text, values) : isClaim(text) ? claim(text) : execute(text)
    waitingForFirst.get(db)?.()
    return answer
  }
}

/**
 * Queues whose last claim brought more than a few jobs. A claim that was planned while the queue was empty compares
 * every job there is with every job it takes: 0.4 s for a hundred of ten thousand, against 3 ms. So it is planned
 * anew as long as there is a backlog, where a hundred jobs share the half millisecond that one alone would feel.
 */
const backlogged = new Set<string>()
const FEW = 10

const isClaim = (text: string) => text.includes('SKIP LOCKED')
const hasValues = (values: unknown[] | undefined) => values !== undefined && values.length > 0
