import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Fault } from './fault.ts'

export class InvalidWorkflow extends Error {
  override name = 'InvalidWorkflow'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(fault => fault.message).join(' '))
    this.faults = faults
  }
}

/** One active workflow per source: an event goes to one place, and everyone can tell to which. */
export class SourceTaken extends Error {
  override name = 'SourceTaken'
  readonly source: string
  readonly workflowId: string
  readonly workflowName: string

  constructor(source: string, other: { id: string; name: string }) {
    super(
      `Events from "${source}" go to "${other.name}" already. Pause or cancel it, or choose another source.`,
    )
    this.source = source
    this.workflowId = other.id
    this.workflowName = other.name
  }
}

export class WorkflowNotFound extends Error {
  override name = 'WorkflowNotFound'
}

export class StatusRefused extends Error {
  override name = 'StatusRefused'

  constructor(from: WorkflowStatus, to: WorkflowStatus) {
    super(`A workflow that is ${from} cannot become ${to}.`)
  }
}
