import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { VersionNotFound } from '../errors.ts'
import { saveDraft } from './save-draft.ts'
import { readVersion } from './versions.ts'

export interface Restoration {
  readonly organisationId: string
  readonly workflowId: string
  readonly version: number
  /** The revision of the draft that it replaces. */
  readonly revision: number
  readonly actor: string
}

/**
 * Makes a published version the draft. It is not live until it is published again. Throws the same errors as saveDraft.
 */
export async function restoreVersion(tx: Sql, restoration: Restoration): Promise<{ revision: number }> {
  const { version, ...save } = restoration
  const found = await readVersion(tx, save.organisationId, save.workflowId, version)
  if (found === undefined) throw new VersionNotFound(version)
  const saved = await saveDraft(tx, { ...save, document: found.definition })
  await recordAudit(tx, save.organisationId, {
    actor: save.actor,
    action: 'workflow.restored',
    subject: save.workflowId,
    detail: { version },
  })
  return saved
}
