import { type Database, inTransaction, type Transaction } from '#db/database.ts'
import type { AcceptEvent } from '#events/accept-event.ts'
import { createGuest } from '#guests/create-guest.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { createVenue } from '#venues/create-venue.ts'
import { setMeaning } from '#visits/source-meanings.ts'
import { createWorkflow } from '#workflows/create-workflow.ts'
import { placeWorkflow } from '#workflows/place-workflow.ts'
import { publishWorkflow } from '#workflows/publish-workflow.ts'
import {
  demo,
  demoGuests,
  demoHistory,
  demoMeanings,
  demoName,
  demoPeople,
  demoVenues,
  demoWorkflows,
} from './demo-data.ts'

interface Parts {
  readonly database: Database
  readonly acceptEvent: AcceptEvent
}

/** Fills an empty database with a demo organisation. A database with any organisation is left alone. */
export async function seedDemo({ database, acceptEvent }: Parts): Promise<void> {
  const seeded = await inTransaction(database.engine, async tx => {
    // Two processes may start at once on an empty database.
    await tx.query('LOCK TABLE organisations IN EXCLUSIVE MODE')
    if ((await listOrganisations(tx)).length > 0) return false
    await seedRows(tx)
    return true
  })
  if (seeded) await sendHistory(acceptEvent)
}

async function seedRows(tx: Transaction): Promise<void> {
  const { organisationId } = demo
  await createOrganisation(tx, { id: organisationId, name: demoName })
  for (const venue of demoVenues) await createVenue(tx, organisationId, venue)
  for (const { id, ...guest } of demoGuests) await createGuest(tx, organisationId, guest, { id })
  for (const [source, meaning] of demoMeanings)
    await setMeaning(tx, organisationId, source, meaning, demoPeople.operations)
  for (const { definition, by, folder, tags, ...workflow } of demoWorkflows) {
    const actor = demoPeople[by]
    await createWorkflow(tx, { organisationId, ...workflow, actor })
    await publishWorkflow(tx, {
      organisationId,
      workflowId: workflow.id,
      document: definition,
      actor,
    })
    await placeWorkflow(tx, { organisationId, workflowId: workflow.id, folder, tags, actor })
  }
}

/** Accepted like any other event, so that the history is real to the last row. */
async function sendHistory(acceptEvent: AcceptEvent): Promise<void> {
  for (const [guest, serials, parameters] of demoHistory) {
    await acceptEvent(
      {
        organisationId: demo.organisationId,
        keyId: null,
        guestId: (demoGuests[guest - 1] as { id: string }).id,
        event: {
          source: typeof parameters.source === 'string' ? parameters.source : null,
          serials,
          parameters,
        },
        warnings: [],
      },
      { dryRun: false },
    )
  }
}
