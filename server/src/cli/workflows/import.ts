import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createWorkflow } from '#workflows/create-workflow.ts'
import { isSame } from '#workflows/description/field-changes.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { saveDraft } from '#workflows/drafts/save-draft.ts'
import type { FileContent } from '#workflows/files/workflow-file.ts'
import { validateDocument } from '#workflows/pieces/validate-expanded.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseWorkflow, findByIdOrName } from './choose-workflow.ts'
import { outboundChecks } from './outbound-checks.ts'
import { readWorkflowFile } from './read-workflow-file.ts'
import { orRefuse } from './refusal.ts'

export default command({
  about:
    'Updates the draft of the workflow with the same name, or creates a new workflow. Nothing live changes until `workflows publish`. A draft with unpublished changes is kept unless you pass --overwrite.',
  examples: [
    'npx millrace workflows import points.json',
    "npx millrace workflows import points.json --workflow 'Points for every visit' --overwrite",
  ],
  argument: { name: 'FILE', about: 'a file from `workflows export`, or - for stdin' },
  options: {
    workflow: { value: 'WORKFLOW', about: 'the workflow to update, by its id or its current name' },
    overwrite: { about: 'replace a draft with unpublished changes' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    const file = readWorkflowFile(argument)
    const { faults, ...done } = await withDatabase(context, ({ engine }) =>
      orRefuse(() =>
        inTransaction(engine, async tx => {
          const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
          const { workflow } = values
          const target =
            workflow === undefined
              ? await findByIdOrName(tx, organisationId, file.name)
              : await chooseWorkflow(tx, organisationId, workflow)
          const imported =
            target === undefined
              ? await create(tx, organisationId, file)
              : await update(tx, organisationId, target.id, file, values.overwrite === true)
          const checks = outboundChecks(config)
          return { ...imported, ...(await validateDocument(tx, organisationId, file.definition, checks)) }
        }),
      ),
    )
    const { id, result } = done
    if (json) terminal.json({ id, result, name: file.name, faults })
    else {
      terminal.out(`${id}  ${printable(file.name)}`)
      terminal.say(`${sentences[result]} ${advice(faults.length, argument, id)}`)
      // `workflows validate` knows no organisation, so it cannot find these.
      for (const { path, message } of faults)
        if (path.endsWith('.piece')) terminal.say(`${path}: ${printable(message)}`)
    }
    return exitCodes.ok
  },
})

interface Imported {
  readonly id: string
  readonly result: 'created' | 'updated' | 'unchanged'
}

const sentences: Readonly<Record<Imported['result'], string>> = {
  created: 'Created the workflow as a draft.',
  updated: 'Updated the draft.',
  unchanged: 'The draft is already up to date.',
}

const advice = (faults: number, file: string, id: string) =>
  faults === 0
    ? `Next: npx millrace workflows publish ${id}`
    : `It cannot be published yet. Find out why with: npx millrace workflows validate ${file}`

async function create(tx: Sql, organisationId: string, file: FileContent): Promise<Imported> {
  const { name, description, definition: draft } = file
  const { id } = await createWorkflow(tx, { organisationId, name, description, draft, actor: 'cli' })
  return { id, result: 'created' }
}

async function update(
  tx: Sql,
  organisationId: string,
  id: string,
  { name, description, definition }: FileContent,
  overwrite: boolean,
): Promise<Imported> {
  const draft = await readDraft(tx, organisationId, id)
  if (draft === undefined) throw new Failure(`The workflow ${id} no longer exists.`)
  const same = isSame(draft.document, definition)
  if (same && draft.name === name && draft.description === description) return { id, result: 'unchanged' }
  if (!same && draft.unpublished && !overwrite) {
    const who = `${draft.saved_by} at ${draft.saved_at}`
    throw new Failure(
      `The draft has unpublished changes by ${printable(who)}. ` +
        'See them with `workflows export`, or pass --overwrite to replace them.',
    )
  }
  const { revision } = draft
  const save = { organisationId, workflowId: id, document: definition, revision, name, description }
  await saveDraft(tx, { ...save, actor: 'cli' })
  return { id, result: 'updated' }
}
