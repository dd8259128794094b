import * as sources from '@millrace/contract/operations/dashboard/sources'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from './call.ts'

export const listSources = (signal: AbortSignal) => call(sources.listSources, { signal })
/** null: of the events that name none. */
export const readSource = (source: string | null, signal: AbortSignal) =>
  call(sources.readSource, { query: { source }, signal })
export const declareSource = (body: Body<typeof sources.declareSource>) =>
  call(sources.declareSource, { body })
