import { isDeepStrictEqual } from 'node:util'
import type { OwnValues } from '@millrace/contract/dashboard/venues'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import { recordAudit } from '#organisations/audit.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { saveDraft } from '#workflows/drafts/save-draft.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orConflict } from '../../edge/workflow-refusals.ts'
import { type Faults, Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'
import { requireVenue } from '../edge/require-venue.ts'
import { variablesIn, withOwnValues } from './own-values.ts'

export default bind(dashboard.setOwnValues, ({ database }) => async (request, reply) => {
  const { member, params } = request
  const work = inTenant(database, member.organisationId, async tx => {
    const { serial } = await requireVenue(tx, member, params.serial)
    const id = requireId(params.id, 'workflow_not_found')
    await requireWorkflow(tx, member.organisationId, id)
    const { values } = checkedBody(request, dashboard.setOwnValues).body
    await setOwnValues(tx, member, { serial, id, values })
    return { message: 'Draft saved. It applies once it is published.' }
  })
  return orConflict(request, reply, work)
})

async function setOwnValues(
  tx: Sql,
  { organisationId, email: actor }: ActingMember,
  { serial, id, values }: OwnValues & { serial: string; id: string },
): Promise<void> {
  const draft = await readDraft(tx, organisationId, id)
  if (draft === undefined) throw new Refusal('workflow_not_found')
  requireKnown(values, new Set(variablesIn(draft.document).map(({ key }) => key)))
  const document = withOwnValues(draft.document, serial, values)
  // A draft that stays as it is needs no new revision, at which others would be stopped.
  if (isDeepStrictEqual(document, draft.document)) return
  await saveDraft(tx, { organisationId, workflowId: id, actor, revision: draft.revision, document })
  await recordAudit(tx, organisationId, {
    actor,
    action: 'venue.changed',
    subject: serial,
    detail: { changed: ['workflow variables'], workflow_id: id, keys: Object.keys(values) },
  })
}

function requireKnown(values: OwnValues['values'], known: ReadonlySet<string>): void {
  const errors: Faults = {}
  for (const key of Object.keys(values)) {
    if (!known.has(key)) errors[`values.${key}`] = ['is no variable of this workflow']
  }
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors })
}
