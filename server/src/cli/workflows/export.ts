import { writeFileSync } from 'node:fs'
import type { Sql } from '#db/sql.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { type FileContent, writeWorkflowFile } from '#workflows/files/workflow-file.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { chooseWorkflow } from './choose-workflow.ts'

export default command({
  about:
    'Writes a workflow as a file that can be kept in git, and brought back with `workflows import`: its draft, or the\n' +
    'published version where nothing was changed since.',
  examples: [
    "npx millrace workflows export 'Points for every visit' > points.json",
    'npx millrace workflows export 0192c8a0-0000-7000-8000-000000000201 --version 1 --file points.json',
  ],
  argument: { name: 'WORKFLOW', about: 'Its id, or its name' },
  options: {
    version: { type: 'string', value: 'N', about: 'A published version instead of the draft' },
    file: { type: 'string', value: 'FILE', about: 'Where to write it. Default: stdout' },
    organisation: { type: 'string', value: 'ID', about: 'Whose. Default: the only organisation there is' },
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, argument, json }, context) {
    const { config, env, terminal } = context
    const version = readVersionNumber(values.version)
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

function readVersionNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw wrongUsage(`--version is "${text}"; give the number of a version.`)
}

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
        ? 'The workflow is empty: it has no draft and was never published.'
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
