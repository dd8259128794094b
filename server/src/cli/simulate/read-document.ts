import { existsSync } from 'node:fs'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { validateDocument } from '#workflows/pieces/validate-expanded.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'
import { readWorkflowFile } from '../workflows/read-workflow-file.ts'
import { faultLines } from '../workflows/refusal.ts'

interface SoundDocument {
  readonly id: string
  readonly name: string
  readonly definition: WorkflowDefinition
}

/** The side of a split depends on the workflow's id; a file that is not stored has this one. */
const NOT_STORED = '00000000-0000-7000-8000-000000000002'

/** The document of a file, or of a workflow in the database. Any fault in it ends the command. */
export async function readDocument(
  tx: Sql,
  organisationId: string,
  asked: string,
  version: number | undefined,
): Promise<SoundDocument> {
  if (asked === '-' || existsSync(asked)) {
    if (version !== undefined) throw wrongUsage('A file has no versions: omit --version.')
    const { name, definition } = readWorkflowFile(asked)
    return sound(tx, organisationId, { id: NOT_STORED, name }, definition)
  }
  const workflow = await chooseWorkflow(tx, organisationId, asked)
  if (version === undefined) {
    const draft = await readDraft(tx, organisationId, workflow.id)
    return sound(tx, organisationId, workflow, draft?.document)
  }
  const stored = await readVersion(tx, organisationId, workflow.id, version)
  if (stored === undefined) throw new Failure(`The workflow has no version ${version}.`)
  return sound(tx, organisationId, workflow, stored.definition)
}

async function sound(
  tx: Sql,
  organisationId: string,
  { id, name }: { id: string; name: string },
  document: unknown,
): Promise<SoundDocument> {
  const { definition, faults } = await validateDocument(tx, organisationId, document, {}, { outbound: false })
  if (definition !== undefined) return { id, name, definition }
  throw new Failure(['The workflow cannot be simulated:', ...faultLines(faults)].join('\n  '))
}
