import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { Target } from './columns.ts'
import type { FileRow } from './file-rows.ts'
import type { ImportRow } from './import-row.ts'
import type { FilePlace } from './window.ts'

/** The rows of a portion, and what is needed to import them. */
export interface Settling {
  readonly place: FilePlace
  readonly stored: ImportRow
  readonly action: 'trial' | 'import'
  readonly rows: readonly FileRow[]
  readonly targets: ReadonlyMap<string, Target>
  readonly organisation: OrganisationFacts
}
