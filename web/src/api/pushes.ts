import * as undertakings from '@millrace/contract/operations/dashboard/undertakings'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from './call.ts'

/** Taking events that started nothing through a workflow later. */

export const estimatePush = (id: string, since: string, signal: AbortSignal) =>
  call(undertakings.estimatePush, { params: { id }, query: { since }, signal })
export const startPush = (id: string, body: Body<typeof undertakings.startPush>) =>
  call(undertakings.startPush, { params: { id }, body })
export const listUndertakings = (signal: AbortSignal) => call(undertakings.listUndertakings, { signal })
export const callOff = (id: string) => call(undertakings.cancelUndertaking, { params: { id } })
