import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { validate } from '#workflows/validation/validate.ts'
import { command } from '../command/command.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { outboundChecks } from './outbound-checks.ts'
import { readWorkflowFile } from './read-workflow-file.ts'
import { faultLines } from './refusal.ts'

export default command({
  about:
    'Lists every problem that prevents the workflow from being published, or describes the workflow in a sentence. Needs no database. Exit code 1 if there is a problem, for use in a pre-commit hook.',
  examples: [
    'npx millrace workflows validate points.json',
    'npx millrace workflows validate - --json < points.json',
  ],
  argument: { name: 'FILE', about: 'a file from `workflows export`, or - for stdin' },
  options: {},
  environment: [],
  async run({ argument, json }, { config, terminal }) {
    const { name, definition: document } = readWorkflowFile(argument)
    const { definition, faults } = validate(document, outboundChecks(config))
    if (json) terminal.json({ name, valid: definition !== undefined, faults })
    else if (definition === undefined) for (const line of faultLines(faults)) terminal.out(line)
    else terminal.out(printable(describeWorkflow(definition)))
    return definition === undefined ? exitCodes.failed : exitCodes.ok
  },
})
