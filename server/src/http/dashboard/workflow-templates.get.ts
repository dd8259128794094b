import { dashboard } from '@millrace/contract/operations/dashboard'
import { namesIn } from '#dashboard/templates/template.ts'
import { templates } from '#dashboard/templates/templates.ts'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { bind } from '../bind.ts'

const data = templates.map(template => ({
  ...template,
  sentence: describeWorkflow(template.definition, namesIn(template)),
}))

export default bind(dashboard.listWorkflowTemplates, () => async () => ({ data }))
