import { createKey } from '../../../server/src/access/keys.ts'
import { inTransaction } from '../../../server/src/db/database.ts'
import { demo } from '../../../server/src/demo/demo-data.ts'
import type { TestMillrace } from '../../support/millrace.ts'

/** What `millrace keys create` would print. */
export const createDemoKey = ({ database }: TestMillrace) =>
  inTransaction(database.engine, tx => createKey(tx, demo.organisationId, 'test', { name: 'first' }))
