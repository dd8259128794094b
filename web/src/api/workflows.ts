import type { KeptResults, SimulationAnswer, SimulationList } from '@millrace/contract/dashboard/simulations'
import type { UndertakingAnswer, UndertakingPage } from '@millrace/contract/dashboard/undertakings'
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
import type { Message } from '@millrace/contract/member'
import type { SimulationResult, SimulationScript, SimulationToKeep } from '@millrace/contract/simulation'
import type { Undertaking } from '@millrace/contract/undertaking'
import type { GuestsInside, PublishRequest, WholeVersion } from '@millrace/contract/workflow-management'
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
  readonly description?: string
}
export const saveDraft = (id: string, draft: DraftToSend) =>
  call<SavedDraft>(at(id, '/draft'), { method: 'PUT', json: draft })
export type SavedDraft = Static<typeof DraftAnswer>
/** What the answer to a save brings along when somebody else saved first. */
export type DraftConflict = Static<typeof DraftConflictAnswer>['current']

export const listVersions = (id: string, cursor: string | null, signal: AbortSignal) =>
  call<Static<typeof VersionPage>>(at(id, `/versions${query({ cursor })}`), { signal })
export const readVersion = (id: string, version: number, signal: AbortSignal) =>
  call<WholeVersion>(at(id, `/versions/${version}`), { signal })
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

/** Stores and sends nothing. Without a document it is the draft as it is saved. */
export const simulate = (id: string, script: SimulationScript, document: object | undefined) =>
  call<SimulationResult>(at(id, '/simulate'), { method: 'POST', json: { script, document } })
export const listSimulations = (id: string, signal: AbortSignal) =>
  call<Static<typeof SimulationList>>(at(id, '/simulations'), { signal })
export const keepSimulation = (id: string, simulation: SimulationToKeep) =>
  call<Static<typeof SimulationAnswer>>(at(id, '/simulations'), { method: 'POST', json: simulation })
/** What comes of them on the draft as it is saved. */
export const runKeptSimulations = (id: string, signal: AbortSignal) =>
  call<KeptResults>(at(id, '/simulations/results'), { signal })
export const deleteSimulation = (id: string, simulationId: string) =>
  call<Static<typeof Message>>(at(id, `/simulations/${encodeURIComponent(simulationId)}`), {
    method: 'DELETE',
  })

export const startComparison = (id: string, days: number) =>
  call<Static<typeof UndertakingAnswer>>(at(id, '/comparison'), { method: 'POST', json: { days } })
/** Everything long that was started for it, newest first. */
export const listUndertakingsOf = (id: string, signal: AbortSignal) =>
  call<Static<typeof UndertakingPage>>(`/undertakings${query({ workflow_id: id })}`, { signal })
export const readUndertaking = (id: string, signal: AbortSignal) =>
  call<Undertaking>(`/undertakings/${encodeURIComponent(id)}`, { signal })

export const previewTemplate = (request: PreviewRequest) =>
  call<Preview>('/template-preview', { method: 'POST', json: request })
export const fileAddress = (id: string) => `/dashboard/api${at(id, '/file')}`
