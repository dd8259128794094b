import { writeFileSync } from 'node:fs'
import type { Sql } from '#db/sql.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { type FileContent, writeWorkflowFile } from '#workflows/files/workflow-file.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { versionNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseWorkflow } from './choose-workflow.ts'

export default command({
  about:
    'Writes the draft, or the published version if there are no unpublished changes, to a file that you can keep in git and bring back with `workflows import`.',
  examples: [
    "npx millrace workflows export 'Points for every visit' > points.json",
    'npx millrace workflows export 0192c8a0-0000-7000-8000-000000000201 --version 1 --file points.json',
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: {
    version: { value: 'N', parse: versionNumber, about: 'a published version instead of the draft' },
    file: { value: 'FILE', about: 'the file to write (default: stdout)' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, argument, json }, context) {
    const { config, env, terminal } = context
    const { version } = values
    const { id, content } = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, organisation.id, argument)
      return { id: workflow.id, content: await readContent(engine, organisation.id, workflow.id, version) }
    })
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const text = writeWorkflowFile(content, `${base_url}/schemas/workflow.json`)
    if (values.file === undefined) terminal.out(text.trimEnd())
    else {
      write(values.file, text)
      if (json) terminal.json({ id, name: content.name, file: values.file })
      else terminal.say(`Wrote ${values.file}.`)
    }
    return exitCodes.ok
  },
})

async function readContent(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  version: number | undefined,
): Promise<FileContent> {
  const draft = await readDraft(tx, organisationId, workflowId)
  const found =
    version === undefined
      ? draft?.document
      : (await readVersion(tx, organisationId, workflowId, version))?.definition
  if (!draft || !found)
    throw new Failure(
      version === undefined
        ? 'The workflow is empty: it has neither a draft nor a published version.'
        : `The workflow has no version ${version}.`,
    )
  return { name: draft.name, description: draft.description, definition: found }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
