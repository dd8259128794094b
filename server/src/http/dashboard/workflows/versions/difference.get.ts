import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readNames } from '#dashboard/workflows/read-names.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { describeDifference } from '#workflows/description/describe-difference.ts'
import { difference } from '#workflows/description/difference.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireVersion, versionNumber } from '../../edge/require-version.ts'

interface Document {
  readonly version: number | null
  readonly definition: unknown
}

export default bind(
  dashboard.readDifference,
  ({ database }) =>
    async ({ member: { organisationId, role }, params, query: { to } }) => {
      const id = requireId(params.id, 'workflow_not_found')
      const see = seenBy(role)
      const compare = async (tx: Sql, before: Document | null, after: Document) => {
        const changes = before && difference(see(before.definition), see(after.definition))
        return {
          from: before?.version ?? null,
          to: after.version,
          difference: changes,
          sentences: changes === null ? [] : describeDifference(changes, await readNames(tx, organisationId)),
        }
      }
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const version = (number: number) => requireVersion(tx, organisationId, id, number)
        const named = await version(versionNumber(params.version))
        if (to === undefined) {
          return compare(tx, named.version === 1 ? null : await version(named.version - 1), named)
        }
        const draft = { version: null, definition: (await readDraft(tx, organisationId, id))?.document ?? {} }
        return compare(tx, named, to === 'draft' ? draft : await version(versionNumber(to)))
      })
    },
)
