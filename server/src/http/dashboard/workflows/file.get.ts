import { Type } from 'typebox'
import { seenBy } from '#dashboard/shown-definition.ts'
import { inTenant } from '#db/database.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { writeWorkflowFile } from '#workflows/files/workflow-file.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireVersion, versionNumber } from '../edge/require-version.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/file',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'exportWorkflow',
    tags: ['Dashboard'],
    summary: 'A workflow as a file: its draft, or one of its versions',
    params: Type.Object({ id: Type.String() }),
    querystring: Type.Object({ version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })) }),
    response: { 200: { description: 'The file, as the command line reads and writes it.' } },
  },
  handler:
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
})

/** Something that every system takes for the name of a file, and every header for text. */
const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .toLowerCase() || 'workflow'
