import type { SourceList } from '@millrace/contract/dashboard/sources'
import type { SourcePage } from '@millrace/contract/source'
import type { Static } from 'typebox'
import { call } from './call.ts'
import { query } from './query.ts'

export const listSources = (signal: AbortSignal) => call<Static<typeof SourceList>>('/sources', { signal })
/** null: of the events that name none. */
export const readSource = (source: string | null, signal: AbortSignal) =>
  call<SourcePage>(`/sources/detail${query({ source })}`, { signal })
