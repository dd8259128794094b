import type { Mapping } from '@millrace/contract/connection-mapping'
import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'

export interface MappingDraft {
  readonly mapping: Mapping
  /** The version that was changed: it stays when another member saves meanwhile, so that the server can refuse. */
  readonly version: number
  readonly edited: boolean
  change(mapping: Mapping): void
  discard(): void
}

/** Shows what is stored until it is edited. */
export function useMappingDraft({ mapping, mapping_version }: WholeConnection): MappingDraft {
  const [draft, setDraft] = useState<{ mapping: Mapping; version: number }>()
  return {
    mapping: draft?.mapping ?? mapping,
    version: draft?.version ?? mapping_version,
    edited: draft !== undefined,
    change: changed => setDraft({ mapping: changed, version: draft?.version ?? mapping_version }),
    discard: () => setDraft(undefined),
  }
}
