import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'

export const RunRequest = Type.Object(
  { org_reg_id: Uuid },
  {
    $id: 'RunRequest',
    title: 'The guest to start the workflow for',
    additionalProperties: false,
    examples: [{ org_reg_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e' }],
  },
)
export type RunRequest = Static<typeof RunRequest>

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'paused',
  'completed',
  'failed',
  'cancelled',
] as const
const failedOrCompleted =
  'failed means a technical fault; a run that reached an end is completed, whatever its outcome.'
export const RunStatus = words(runStatuses, { description: failedOrCompleted })
export type RunStatus = Static<typeof RunStatus>

export const RunOutcome = words(['success', 'failure', 'exited'])
export type RunOutcome = Static<typeof RunOutcome>

export const RunTrigger = words([
  'event',
  'api',
  'dashboard',
  'replay',
  'workflow',
  'date',
  'absence',
  'segment',
  'broadcast',
])
export type RunTrigger = Static<typeof RunTrigger>

/** The checks that a run stored by its workflow's id skips. */
export const bypassedByForce = ['trigger_conditions', 'source', 'venue_targeting', 're_entry_limit'] as const

export const WorkflowRun = Type.Object(
  {
    id: Uuid,
    workflow_id: Uuid,
    workflow_version: Type.Integer({ minimum: 1 }),
    org_reg_id: Uuid,
    organisation_registration_id: Uuid,
    event_id: nullable(Uuid),
    trigger: RunTrigger,
    bypassed: Type.Array(Type.String(), { description: 'Rules that the run did not have to pass.' }),
    status: RunStatus,
    outcome: nullable(RunOutcome),
    outcome_reason: nullable(Type.String()),
    current_node_id: nullable(Type.String()),
    waiting_for: nullable(AnyObject, 'What would wake it, while it waits.'),
    resumes_at: nullable(Timestamp),
    error: nullable(AnyObject, 'The technical fault, when it failed.'),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
  },
  { $id: 'WorkflowRun', title: 'Workflow run' },
)
export type WorkflowRun = Static<typeof WorkflowRun>

export const RunAnswer = Type.Object(
  { message: Type.String(), workflow_run: WorkflowRun },
  { $id: 'RunAnswer', title: 'Answer about one run' },
)
export type RunAnswer = Static<typeof RunAnswer>

export const RunList = Type.Object(
  { data: Type.Array(WorkflowRun), links: ListLinks },
  { $id: 'RunList', title: 'A page of runs' },
)
