import type {
  DraftAnswer,
  DraftConflictAnswer,
  NewWorkflow,
  NodeCounts,
  Preview,
  PreviewRequest,
  Publication,
  PublishAnswer,
  StatusAnswer,
  StatusChange,
  VersionDifference,
  VersionPage,
  WholeWorkflow,
  WorkflowAnswer,
  WorkflowPage,
  WorkflowTemplateList,
} from '@millrace/contract/dashboard/workflows'
import type { GuestsInside, PublishRequest } from '@millrace/contract/workflow-management'
import type { Static } from 'typebox'
import { call } from './call.ts'
import { query } from './query.ts'

/** Building workflows, one function an address. */

const at = (id: string, rest = '') => `/workflows/${encodeURIComponent(id)}${rest}`

export interface WorkflowFilter {
  readonly status: string
  readonly name: string
}
export const listWorkflows = (filter: WorkflowFilter, cursor: string | null, signal: AbortSignal) =>
  call<Static<typeof WorkflowPage>>(`/workflows${query({ ...filter, cursor })}`, { signal })
export const createWorkflow = (workflow: NewWorkflow) =>
  call<Static<typeof WorkflowAnswer>>('/workflows', { method: 'POST', json: workflow })
export const listTemplates = (signal: AbortSignal) =>
  call<Static<typeof WorkflowTemplateList>>('/workflow-templates', { signal })

export const readWorkflow = (id: string, signal: AbortSignal) => call<WholeWorkflow>(at(id), { signal })
export const countNodes = (id: string, signal: AbortSignal) => call<NodeCounts>(at(id, '/nodes'), { signal })
export const countInside = (id: string, signal: AbortSignal) =>
  call<GuestsInside>(at(id, '/inside'), { signal })

export interface DraftToSend {
  readonly revision: number
  readonly document: object
  readonly name?: string
}
export const saveDraft = (id: string, draft: DraftToSend) =>
  call<SavedDraft>(at(id, '/draft'), { method: 'PUT', json: draft })
export type SavedDraft = Static<typeof DraftAnswer>
/** What the answer to a save brings along when somebody else saved first. */
export type DraftConflict = Static<typeof DraftConflictAnswer>['current']

export const listVersions = (id: string, cursor: string | null, signal: AbortSignal) =>
  call<Static<typeof VersionPage>>(at(id, `/versions${query({ cursor })}`), { signal })
/** From the version before it. */
export const readDifference = (id: string, version: number, signal: AbortSignal) =>
  call<Static<typeof VersionDifference>>(at(id, `/versions/${version}/difference`), { signal })
export const restoreVersion = (id: string, version: number, revision: number) =>
  call<SavedDraft>(at(id, `/versions/${version}/restore`), { method: 'POST', json: { revision } })

export const readPublication = (id: string, signal: AbortSignal) =>
  call<Publication>(at(id, '/publication'), { signal })
export const publish = (id: string, request: PublishRequest) =>
  call<Static<typeof PublishAnswer>>(at(id, '/publish'), { method: 'POST', json: request })
export const changeStatus = (id: string, change: StatusChange) =>
  call<Static<typeof StatusAnswer>>(at(id, '/status'), { method: 'POST', json: change })
export const previewTemplate = (request: PreviewRequest) =>
  call<Preview>('/template-preview', { method: 'POST', json: request })
export const fileAddress = (id: string) => `/dashboard/api${at(id, '/file')}`
