import type { Transaction } from '#db/database.ts'
import { isStale } from '../change/write-runs.ts'

/** Classes of SQLSTATE that concern the data: data exception, integrity violation, limit exceeded. */
const ABOUT_DATA = /^(22|23|54)/

/** What was to be written about runs was refused: their data, or what another writer did meanwhile. Nothing else is wrong. */
export const isRefused = (error: unknown): boolean =>
  isStale(error) || ABOUT_DATA.test((error as { code?: string }).code ?? '')

/**
 * Executes `work` so that it can be undone alone. If it is refused, undoes it and returns the reason; undefined when it
 * succeeded. Throws every other failure.
 */
export async function savepoint(
  tx: Transaction,
  work: (tx: Transaction) => Promise<void>,
): Promise<Error | undefined> {
  const sent: Promise<unknown>[] = []
  const later = (written: Promise<unknown>) => {
    // Its failure is found below; without this it would count as unhandled until then.
    written.catch(() => {})
    sent.push(written)
  }
  // Not awaited: the statements of `work` follow in the same packet, and fail with it if it fails. Nor is it released: it ends with
  // the transaction, or with the next savepoint of the same name, and that saves a round trip.
  later(tx.query('SAVEPOINT part'))
  const worked = work({ ...tx, later })
  await worked.catch(() => {})
  // In the order in which they were sent: what fails first says why.
  const failed = (await Promise.allSettled([...sent, worked])).find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return undefined
  if (!isRefused(failed.reason)) throw failed.reason
  await tx.query('ROLLBACK TO SAVEPOINT part')
  return failed.reason
}
