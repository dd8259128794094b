import type { Db, PgBoss } from 'pg-boss'
import { faultPoint } from '#base/fault-point.ts'
import { statementName } from '#db/statement-name.ts'
import type { QueueName } from './names.ts'

/** Which queue the batch of a transaction is from. */
const batches = new WeakMap<Db, QueueName>()

export function markBatch(db: Db, name: QueueName): void {
  batches.set(db, name)
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
        faultPoint(`${batches.get(transaction.db)}:committed`)
      },
    }
  }
}

/** Db has no names for statements, but hands on to pg what it is given. */
function prepareStatements(db: Db): void {
  const execute = db.executeSql.bind(db)
  db.executeSql = (text, values) => {
    if (values === undefined || values.length === 0) return execute(text, values)
    return execute({ name: statementName(text), text } as unknown as string, values)
  }
}
