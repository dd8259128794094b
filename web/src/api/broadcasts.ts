import * as broadcasts from '@millrace/contract/operations/dashboard/broadcasts'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from './call.ts'

/** Broadcasts of a workflow, as its page asks for them. */

export const listBroadcasts = (id: string, signal: AbortSignal) =>
  call(broadcasts.listBroadcasts, { params: { id }, signal })
/** Of the draft as it is saved, or of what would be sent. */
export const estimateBroadcast = (id: string, of: 'draft' | 'live', signal: AbortSignal) =>
  call(broadcasts.estimateBroadcast, { params: { id }, query: { of }, signal })
export const sendBroadcast = (id: string) => call(broadcasts.sendBroadcast, { params: { id } })
/** The e-mails of the draft as it is saved, to the member who asks. */
export const testBroadcast = (id: string) => call(broadcasts.testBroadcast, { params: { id } })
export const setBroadcastState = (
  id: string,
  broadcast: string,
  state: Body<typeof broadcasts.setBroadcastState>['state'],
) => call(broadcasts.setBroadcastState, { params: { id, broadcast }, body: { state } })
