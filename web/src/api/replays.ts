import * as jobs from '@millrace/contract/operations/dashboard/jobs'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from './call.ts'

/** Pushing unmatched events through a workflow later. */

export const estimateReplay = (id: string, since: string, signal: AbortSignal) =>
  call(jobs.estimateReplay, { params: { id }, query: { since }, signal })
export const startReplay = (id: string, body: Body<typeof jobs.startReplay>) =>
  call(jobs.startReplay, { params: { id }, body })
export const listJobs = (signal: AbortSignal) => call(jobs.listJobs, { signal })
export const callOff = (id: string) => call(jobs.cancelJob, { params: { id } })
