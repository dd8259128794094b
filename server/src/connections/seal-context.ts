import type { SealContext } from '#secrets/sealer.ts'

export type SealedColumn = 'sealed_address' | 'sealed_secret' | 'sealed_previous'

export const sealContext = (
  organisationId: string,
  connectionId: string,
  column: SealedColumn,
): SealContext => ({
  organisationId,
  table: 'connections',
  column: column === 'sealed_previous' ? 'sealed_secret' : column,
  id: connectionId,
})
