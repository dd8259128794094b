import type { Sql } from '#db/sql.ts'
import { type CompiledVersion, compileVersion } from './compile.ts'
import type { ListeningWorkflows } from './listening.ts'
import { loadListening } from './load-listening.ts'
import { loadVersions, type VersionKey } from './load-versions.ts'
import { createPieceVersions } from './pieces/with-pieces.ts'
import { Recent } from './recent.ts'
import { isReadable } from './validation/validate.ts'

/** A version that this release cannot run. Its runs fail with the reason; other runs are not affected. */
export interface UnreadableVersion {
  readonly unreadable: string
}

/**
 * The compiled workflows of this process. They cannot be out of date: listening workflows are kept by the revision that
 * the caller has just read, and versions never change.
 */
export interface Catalogue {
  listening(tx: Sql, organisationId: string, revision: number): Promise<ListeningWorkflows>
  /**
   * The listening workflows at the last request. Callers that act on them have to check that the revision is still the
   * same.
   */
  remembered(organisationId: string): { revision: number; listening: ListeningWorkflows } | undefined
  version(tx: Sql, key: VersionKey): Promise<CompiledVersion | UnreadableVersion>
  /** By `versionId`, one for each key. */
  versions(tx: Sql, keys: readonly VersionKey[]): Promise<Map<string, CompiledVersion | UnreadableVersion>>
  /** The same with the content of the pieces that they name, as it is now: for what runs their steps. */
  versionsNow(tx: Sql, keys: readonly VersionKey[]): Promise<Map<string, CompiledVersion | UnreadableVersion>>
}

interface Kept {
  readonly revision: number
  readonly workflows: Promise<ListeningWorkflows>
  /** The same, once they are loaded. */
  loaded?: ListeningWorkflows
}

export const versionId = (key: VersionKey) => `${key.organisationId} ${key.workflowId} ${key.version}`

export function createCatalogue(bounds = { organisations: 500, versions: 2_000 }): Catalogue {
  const listening = new Recent<string, Kept>(bounds.organisations)
  const versions = new Recent<string, CompiledVersion | UnreadableVersion>(bounds.versions)
  const withPieces = createPieceVersions(bounds.versions)

  async function findVersions(tx: Sql, keys: readonly VersionKey[]) {
    const found = new Map<string, CompiledVersion | UnreadableVersion>()
    const unknown = new Map<string, VersionKey>()
    for (const key of keys) {
      const id = versionId(key)
      const known = versions.get(id)
      if (known === undefined) unknown.set(id, key)
      else found.set(id, known)
    }
    if (unknown.size === 0) return found
    for (const stored of await loadVersions(tx, [...unknown.values()])) {
      const id = versionId(stored)
      const version = isReadable(stored.definition)
        ? compileVersion(stored.workflowId, stored.name, stored.version, stored.definition)
        : { unreadable: `version ${stored.version} of the workflow is not readable for this release` }
      versions.set(id, version)
      found.set(id, version)
    }
    for (const [id, key] of unknown) {
      if (!found.has(id)) found.set(id, { unreadable: `the workflow has no version ${key.version}` })
    }
    return found
  }

  return {
    listening(tx, organisationId, revision) {
      const kept = listening.get(organisationId)
      // A caller that read a revision before the kept one gets the newer: it is just as correct, a moment later.
      if (kept !== undefined && kept.revision >= revision) return kept.workflows
      const workflows = loadListening(tx, organisationId)
      const keeping: Kept = { revision, workflows }
      listening.set(organisationId, keeping)
      // Callers that share a failed load fail with it; the next call tries again.
      workflows.then(
        loaded => {
          keeping.loaded = loaded
        },
        () => {
          if (listening.get(organisationId) === keeping) listening.delete(organisationId)
        },
      )
      return workflows
    },
    remembered(organisationId) {
      const kept = listening.get(organisationId)
      return kept?.loaded && { revision: kept.revision, listening: kept.loaded }
    },
    async version(tx, key) {
      return (await findVersions(tx, [key])).get(versionId(key)) as CompiledVersion | UnreadableVersion
    },
    versions: findVersions,
    async versionsNow(tx, keys) {
      const found = await findVersions(tx, keys)
      const naming = keys.flatMap(key => {
        const version = found.get(versionId(key))
        return version !== undefined && 'needs' in version && version.needs.pieces.length > 0
          ? [{ organisationId: key.organisationId, id: versionId(key), version }]
          : []
      })
      if (naming.length > 0) for (const [id, version] of await withPieces(tx, naming)) found.set(id, version)
      return found
    },
  }
}
