import type { Db, PgBoss } from 'pg-boss'
import { faultPoint } from '#base/fault-point.ts'
import type { QueueName } from './names.ts'

/** Which queue the batch of a transaction is from. */
const batches = new WeakMap<Db, QueueName>()

export function markBatch(db: Db, name: QueueName): void {
  batches.set(db, name)
}

/** The moment after a batch's COMMIT is inside pg-boss; tests need to end the process there. */
export function watchCommits(boss: PgBoss): void {
  const db = boss.getDb()
  const begin = db.beginTransaction?.bind(db)
  if (begin === undefined) throw new Error('this pg-boss has no transactional workers')
  db.beginTransaction = async () => {
    const transaction = await begin()
    return {
      ...transaction,
      async commit() {
        await transaction.commit()
        faultPoint(`${batches.get(transaction.db)}:committed`)
      },
    }
  }
}
