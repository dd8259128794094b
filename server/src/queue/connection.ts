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
  db.executeSql = (text, values) => {
    if (settled.delete(db)) return Promise.resolve({ rows: [{ count: 0 }] })
    const answer = isRepeated(text, values)
      ? execute({ name: statementName(text), text } as unknown as string, values)
      : execute(text, values)
    waitingForFirst.get(db)?.()
    return answer
  }
}

/** Those with values are, and the one that claims jobs, which has none. */
function isRepeated(text: string, values: unknown[] | undefined): boolean {
  return (values !== undefined && values.length > 0) || text.includes('SKIP LOCKED')
}
