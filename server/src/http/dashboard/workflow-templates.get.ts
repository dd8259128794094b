import { WorkflowTemplateList } from '@millrace/contract/dashboard/workflows'
import { templates } from '#dashboard/templates/templates.ts'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { route } from '../route.ts'

const data = templates.map(template => ({ ...template, sentence: describeWorkflow(template.definition) }))

export default route({
  method: 'GET',
  url: '/dashboard/api/workflow-templates',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listWorkflowTemplates',
    tags: ['Dashboard'],
    summary: 'Workflows to start from',
    response: { 200: WorkflowTemplateList },
  },
  handler: () => async () => ({ data }),
})
