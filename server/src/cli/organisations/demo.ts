import type { Sql } from '#db/sql.ts'
import { demo } from '#demo/demo-data.ts'

/** A guest, a venue, a source and a workflow that work together, by the names they have in the API. */
export const demoIds = {
  organisation_id: demo.organisationId,
  organisation_registration_id: demo.guestId,
  serial: demo.serial,
  source: demo.source,
  workflow_id: demo.workflowId,
}

/** An event that starts a run of the demo's workflow. */
export const demoEvent = {
  organisation_registration_id: demo.guestId,
  serials: [demo.serial],
  parameters: { source: demo.source, spend: 42.5 },
}

export async function demoExists(tx: Sql): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM organisations WHERE id = $1', [demo.organisationId])
  return rowCount === 1
}
