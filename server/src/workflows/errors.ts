import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Fault } from './validation/fault.ts'
import { nodeLabel } from './validation/node-label.ts'

export class InvalidWorkflow extends Error {
  override name = 'InvalidWorkflow'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(fault => fault.message).join(' '))
    this.faults = faults
  }
}

/** One active workflow per source: an event is directed to one workflow, and everyone can see to which. */
export class SourceTaken extends Error {
  override name = 'SourceTaken'
  readonly source: string
  readonly workflowId: string
  readonly workflowName: string

  constructor(source: string, other: { id: string; name: string }) {
    super(
      `Events from "${source}" go to "${other.name}" already. Let this workflow listen to the source too, pause or ` +
        'archive the other one, or choose another source.',
    )
    this.source = source
    this.workflowId = other.id
    this.workflowName = other.name
  }
}

export class WorkflowNotFound extends Error {
  override name = 'WorkflowNotFound'

  constructor(id: string) {
    super(`There is no workflow ${id}.`)
  }
}

/** As it stands in a sentence: a workflow is paused, and it is a draft. */
export const statusInWords = (status: WorkflowStatus): string => (status === 'draft' ? 'a draft' : status)

/** What makes a workflow that is not active take guests. */
export const untilActive: Readonly<Record<Exclude<WorkflowStatus, 'active'>, string>> = {
  draft: 'Publish it first.',
  paused: 'Resume it first.',
  cancelled: 'That is final: use another workflow.',
}

export class WorkflowNotActive extends Error {
  override name = 'WorkflowNotActive'

  constructor(status: keyof typeof untilActive) {
    super(`The workflow is ${statusInWords(status)}, so nobody can be started. ${untilActive[status]}`)
  }
}

export class VersionNotFound extends Error {
  override name = 'VersionNotFound'

  constructor(version: number) {
    super(`The workflow has no version ${version}.`)
  }
}

export class StatusRefused extends Error {
  override name = 'StatusRefused'

  constructor(from: WorkflowStatus, to: WorkflowStatus) {
    super(`A workflow that is ${statusInWords(from)} cannot become ${to}.`)
  }
}

/** The current draft, for a person who started from an older one. */
export interface CurrentDraft {
  readonly revision: number
  readonly by: string | null
  readonly at: Date | null
  readonly document: Record<string, unknown> | null
}

/** Another person saved the draft in the meantime. It contains what they saved, so that neither version is lost. */
export class DraftConflict extends Error {
  override name = 'DraftConflict'
  readonly current: CurrentDraft

  constructor(current: CurrentDraft) {
    const when = current.at === null ? '' : ` by ${current.by} at ${current.at.toISOString()}`
    super(`The draft was saved${when}, after you opened it. It is at revision ${current.revision} now.`)
    this.current = current
  }
}

/** A document that no database could return unchanged. */
export class DraftRefused extends Error {
  override name = 'DraftRefused'
}

/** Steps send guests messages without marketing consent, and nobody has confirmed that they may. */
export class ClassNotConfirmed extends Error {
  override name = 'ClassNotConfirmed'
  readonly sentences: readonly string[]

  constructor(steps: readonly WorkflowNode[]) {
    const sentences = steps.map(
      step =>
        `The step ${nodeLabel(step)} is transactional: it also goes to guests without marketing consent. Confirm that it is about ` +
        'something that they asked for, or make it marketing.',
    )
    super(sentences.join(' '))
    this.sentences = sentences
  }
}

export interface FailedSimulation {
  readonly name: string
  /** What was expected and what came, in a sentence. */
  readonly problem: string
}

export class SimulationsFailed extends Error {
  override name = 'SimulationsFailed'
  readonly failures: readonly FailedSimulation[]

  constructor(failures: readonly FailedSimulation[]) {
    super(failures.map(({ name, problem }) => `The simulation "${name}" fails: ${problem}`).join(' '))
    this.failures = failures
  }
}
