import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { inTenant } from '#db/database.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { writeWorkflowFile } from '#workflows/files/workflow-file.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'
import { requireVersion, versionNumber } from '../edge/require-version.ts'

export default bind(
  dashboard.exportWorkflow,
  ({ config, database }) =>
    async ({ member: { organisationId, role }, params, query }, reply) => {
      const id = requireId(params.id, 'workflow_not_found')
      const { name, description, definition } = await inTenant(database, organisationId, async tx => {
        const draft = await readDraft(tx, organisationId, id)
        if (draft === undefined) throw new Refusal('workflow_not_found')
        const { version } = query
        if (version === undefined) return { ...draft, definition: draft.document ?? {} }
        const { definition } = await requireVersion(tx, organisationId, id, versionNumber(version))
        return { ...draft, definition }
      })
      const text = writeWorkflowFile(
        { name, description, definition: seenBy(role)(definition as Record<string, unknown>) },
        `${config.baseUrl}/schemas/workflow.json`,
      )
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(name)}.json"`)
        .send(text)
    },
)

/** Something that every system takes for the name of a file, and every header for text. */
const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .toLowerCase() || 'workflow'
