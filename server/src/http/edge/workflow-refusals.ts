import type { FastifyReply, FastifyRequest } from 'fastify'
import { BroadcastNotFound, BroadcastRefused } from '#workflows/broadcasts/change-broadcast.ts'
import {
  ClassNotConfirmed,
  DraftConflict,
  DraftRefused,
  InvalidWorkflow,
  SimulationsFailed,
  SourceTaken,
  StatusRefused,
  VersionNotFound,
  WorkflowNotActive,
  WorkflowNotFound,
} from '#workflows/errors.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { addFault } from './faults.ts'

/** Says in the API's words why something cannot be done to a workflow. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** The same, and a save of an old draft is answered with who saved what meanwhile, so that nothing is lost. */
export async function orConflict<T>(request: FastifyRequest, reply: FastifyReply, work: Promise<T>) {
  try {
    return await orRefuse(work)
  } catch (error) {
    if (!(error instanceof DraftConflict)) throw error
    const { revision, by, at, document } = error.current
    reply.code(409)
    return {
      message: error.message,
      code: 'draft_conflict',
      current: { revision, saved_by: by, saved_at: at?.toISOString() ?? null, document },
      request_id: request.id,
    } as const
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof WorkflowNotFound) return new Refusal('workflow_not_found')
  if (error instanceof WorkflowNotActive)
    return new Refusal('workflow_not_active', { message: error.message })
  if (error instanceof VersionNotFound) return new Refusal('version_not_found')
  if (error instanceof StatusRefused) return new Refusal('status_refused', { message: error.message })
  if (error instanceof BroadcastNotFound) return new Refusal('broadcast_not_found')
  if (error instanceof BroadcastRefused) return new Refusal('broadcast_refused', { message: error.message })
  if (error instanceof SourceTaken) return new Refusal('source_taken', { message: error.message })
  if (error instanceof DraftRefused)
    return new Refusal('validation_failed', { errors: { document: [error.message] } })
  if (error instanceof InvalidWorkflow) {
    const errors: Faults = {}
    for (const { path, message } of error.faults) addFault(errors, path || 'document', message)
    return new Refusal('workflow_not_valid', { errors })
  }
  if (error instanceof ClassNotConfirmed)
    return new Refusal('class_not_confirmed', { errors: { confirm_transactional: [...error.sentences] } })
  if (error instanceof SimulationsFailed) {
    const errors: Faults = {}
    for (const { name, problem } of error.failures) addFault(errors, name, problem)
    return new Refusal('simulations_failed', { errors })
  }
  return undefined
}
