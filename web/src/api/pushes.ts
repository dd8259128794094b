import type { UndertakingAnswer, UndertakingPage } from '@millrace/contract/dashboard/undertakings'
import type { PushEstimate, PushRequest } from '@millrace/contract/undertaking'
import type { Static } from 'typebox'
import { call } from './call.ts'
import { query } from './query.ts'

/** Taking events that started nothing through a workflow later. */

const at = (workflowId: string) => `/workflows/${encodeURIComponent(workflowId)}/push`

export const estimatePush = (workflowId: string, since: string, signal: AbortSignal) =>
  call<PushEstimate>(`${at(workflowId)}${query({ since })}`, { signal })
export const startPush = (workflowId: string, push: PushRequest) =>
  call<Static<typeof UndertakingAnswer>>(at(workflowId), { method: 'POST', json: push })
export const listUndertakings = (signal: AbortSignal) =>
  call<Static<typeof UndertakingPage>>('/undertakings', { signal })
export const callOff = (id: string) =>
  call<Static<typeof UndertakingAnswer>>(`/undertakings/${encodeURIComponent(id)}/cancel`, { method: 'POST' })
