import { dashboard } from '@millrace/contract/operations/dashboard'
import { templates } from '#dashboard/templates/templates.ts'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { bind } from '../bind.ts'

const data = templates.map(template => ({ ...template, sentence: describeWorkflow(template.definition) }))

export default bind(dashboard.listWorkflowTemplates, () => async () => ({ data }))
