import { SimulationRefused } from '#simulation/errors.ts'
import { BroadcastNotFound, BroadcastRefused } from '#workflows/broadcasts/change-broadcast.ts'
import {
  ClassNotConfirmed,
  DraftConflict,
  DraftRefused,
  InvalidWorkflow,
  SimulationsFailed,
  SourceTaken,
  StatusRefused,
  WorkflowNotActive,
} from '#workflows/errors.ts'
import type { Fault } from '#workflows/validation/fault.ts'
import { printable } from '../terminal/align.ts'
import { Failure } from '../terminal/failure.ts'

const foreseen = [
  BroadcastNotFound,
  BroadcastRefused,
  ClassNotConfirmed,
  DraftConflict,
  DraftRefused,
  SimulationRefused,
  SimulationsFailed,
  SourceTaken,
  StatusRefused,
  WorkflowNotActive,
]

/** Does the work; what the rules of workflows refuse becomes a sentence. */
export async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InvalidWorkflow)
      throw new Failure(['The draft cannot be published:', ...faultLines(error.faults)].join('\n  '))
    if (foreseen.some(kind => error instanceof kind)) throw new Failure(printable((error as Error).message))
    throw error
  }
}

export const faultLines = (faults: readonly Fault[]): string[] =>
  faults.map(({ path, node, message }) =>
    printable(`${path || 'the document'}${node === undefined ? '' : ` (node ${node})`}: ${message}`),
  )
