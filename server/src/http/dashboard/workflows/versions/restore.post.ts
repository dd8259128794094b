import { dashboard } from '@millrace/contract/operations/dashboard'
import { draftReading, requireDraft } from '#dashboard/workflows/read-workflow.ts'
import { inTenant, tenantSql } from '#db/database.ts'
import { restoreVersion } from '#workflows/drafts/restore-version.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { orConflict } from '../../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { versionNumber } from '../../edge/require-version.ts'

export default bind(dashboard.restoreVersion, parts => {
  const { checks } = parts
  return async (request, reply) => {
    const { organisationId, email: actor } = request.member
    const workflowId = requireId(request.params.id, 'workflow_not_found')
    const work = inTenant(parts.database, organisationId, async tx => {
      const version = await changeWorkflow(tx, request.member, workflowId, async () => {
        const number = versionNumber(request.params.version)
        const { revision } = checkedBody(request, dashboard.restoreVersion).body
        await restoreVersion(tx, { organisationId, workflowId, version: number, actor, revision })
        return number
      })
      return { version, draft: await requireDraft(tx, organisationId, workflowId) }
    }).then(async ({ version, draft }) => ({
      message: `Version ${version} is restored to the draft.`,
      ...(await draftReading(
        tenantSql(parts.database, organisationId),
        organisationId,
        workflowId,
        draft,
        checks,
      )),
    }))
    return orConflict(request, reply, work)
  }
})
