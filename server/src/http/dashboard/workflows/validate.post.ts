import { dashboard } from '@millrace/contract/operations/dashboard'
import { readingOf } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { piecesNamedIn, validateExpanded } from '#workflows/pieces/validate-expanded.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.validateDraft, parts => {
  const { checks } = parts
  return async request => {
    const { organisationId } = request.member
    const id = requireId(request.params.id, 'workflow_not_found')
    const { document, pieces } = await inTenant(parts.database, organisationId, async tx => {
      await requireWorkflow(tx, organisationId, id)
      const { body } = checkedBody(request, dashboard.validateDraft)
      const asked = body.document ?? (await readDraft(tx, organisationId, id))?.document ?? {}
      return { document: asked, pieces: await piecesNamedIn(tx, organisationId, asked) }
    })
    // No connection is held while a large document waits for its turn.
    const validation = await validateExpanded(document, pieces, checks)
    const reading = await inTenant(parts.database, organisationId, tx =>
      readingOf(tx, organisationId, id, document, validation, parts.checks),
    )
    return { valid: reading.faults.length === 0, ...reading }
  }
})
