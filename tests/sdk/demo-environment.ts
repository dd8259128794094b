import { createKey } from '../../server/src/access/keys.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import type { TestMillrace } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

/** A new key of the demo organisation, in the variables that `keys create --env` prints. */
export async function demoEnvironment({
  url,
  database,
}: Pick<TestMillrace, 'url' | 'database'>): Promise<Record<string, string>> {
  const { clientId, clientSecret } = await inTransaction(database.engine, tx =>
    createKey(tx, demo.organisationId, 'test', { name: 'test' }),
  )
  return {
    MILLRACE_CLIENT_ID: clientId,
    MILLRACE_CLIENT_SECRET: clientSecret,
    MILLRACE_AUTH_URL: url,
    MILLRACE_BASE_URL: url,
  }
}

/** One that is a broadcast; without a worker, it is under way until it is changed. */
export const broadcastWorkflow = ({ database }: Pick<TestMillrace, 'database'>) =>
  inTransaction(database.engine, async tx => {
    const { organisationId } = demo
    const condition = { field: 'guest.points', operator: 'at_least', value: 0 }
    const segment = await createSegment(tx, organisationId, { name: 'Everyone', condition }, 'test')
    const { id } = await createWorkflow(tx, { organisationId, name: 'News', actor: 'test' })
    const document = endsAtOnce({ broadcast: { segment: segment.id } })
    await publishWorkflow(tx, { organisationId, workflowId: id, document, actor: 'test' })
    return id
  })
