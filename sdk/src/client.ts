import { type Call, type CallOptions, createCall, type PostOptions, type WriteOptions } from './call.ts'
import { ConflictError } from './errors.ts'
import { createList, type List, type PageQuery } from './list.ts'
import { checkOptions, type MillraceOptions } from './options.ts'
import { createTokens } from './tokens.ts'
import type {
  EventAnswer,
  Guest,
  GuestAnswer,
  IncomingEvent,
  NewGuest,
  RunAnswer,
  RunRequest,
  RunStatus,
  Venue,
  Workflow,
  WorkflowRun,
  WorkflowStatus,
} from './types.ts'

export interface RunQuery extends PageQuery {
  status?: RunStatus | undefined
  org_reg_id?: string | undefined
}

export interface WorkflowQuery extends PageQuery {
  status?: WorkflowStatus | undefined
}

export interface GuestQuery extends PageQuery {
  external_id?: string | undefined
}

export interface VenueQuery extends PageQuery {}

/**
 * One API key's way to Millrace. Make one and keep it: it holds the token. Nothing of the key can be seen by looking
 * at it, so that it can stand in a log line without harm.
 */
export class Millrace {
  readonly events: ReturnType<typeof eventsOf>
  readonly workflowRuns: ReturnType<typeof workflowRunsOf>
  readonly workflows: ReturnType<typeof workflowsOf>
  readonly guests: ReturnType<typeof guestsOf>
  readonly venues: ReturnType<typeof venuesOf>

  constructor(options: MillraceOptions) {
    const settings = checkOptions(options)
    const call = createCall(settings, createTokens(settings))
    this.events = eventsOf(call)
    this.workflowRuns = workflowRunsOf(call)
    this.workflows = workflowsOf(call)
    this.guests = guestsOf(call)
    this.venues = venuesOf(call)
  }
}

const eventsOf = (call: Call) => ({
  /** Sends an event. The receipt names each workflow that was considered: the run it started, or why it did not. */
  send: (event: IncomingEvent, options?: WriteOptions) =>
    call<EventAnswer>(
      {
        method: 'POST',
        path: '/v1/workflows/incoming-event',
        query: dryRun(options),
        json: event,
      },
      options,
    ),
  /** The receipt again, with the runs as they are by now. */
  get: async (eventId: string, options?: CallOptions) =>
    read<EventAnswer>(call, path`/v1/workflows/incoming-event/${eventId}`, options),
})

const workflowRunsOf = (call: Call) => ({
  /** Pushes a guest through a workflow, whatever its trigger says. */
  store: async (workflowId: string, run: RunRequest, options?: WriteOptions) =>
    call<RunAnswer>(
      {
        method: 'POST',
        path: path`/v1/workflows/${workflowId}/workflow-runs`,
        query: dryRun(options),
        json: run,
      },
      options,
    ),
  /** Newest first. */
  list: (workflowId: string, query?: RunQuery, options?: CallOptions): List<WorkflowRun> =>
    createList(call, path`/v1/workflows/${workflowId}/workflow-runs`, query, options),
  get: async (workflowId: string, runId: string, options?: CallOptions) =>
    read<RunAnswer>(call, path`/v1/workflows/${workflowId}/workflow-runs/${runId}`, options),
  /** Ends a run where it is. To cancel a run that is cancelled already is no error. */
  cancel: async (workflowId: string, runId: string, options?: PostOptions) =>
    cancelRun(call, path`/v1/workflows/${workflowId}/workflow-runs/${runId}`, options),
})

const workflowsOf = (call: Call) => ({
  /** Newest first. */
  list: (query?: WorkflowQuery, options?: CallOptions): List<Workflow> =>
    createList(call, '/v1/workflows', query, options),
})

const guestsOf = (call: Call) => ({
  /** Newest first. */
  list: (query?: GuestQuery, options?: CallOptions): List<Guest> =>
    createList(call, '/v1/guests', query, options),
  get: async (guestId: string, options?: CallOptions) =>
    read<GuestAnswer>(call, path`/v1/guests/${guestId}`, options),
  /** Registers a guest, once, also where an answer is lost on the way. */
  create: (guest: NewGuest, options?: PostOptions) =>
    call<GuestAnswer>({ method: 'POST', path: '/v1/guests', json: guest }, options),
})

const venuesOf = (call: Call) => ({
  /** In order of their serials. */
  list: (query?: VenueQuery, options?: CallOptions): List<Venue> =>
    createList(call, '/v1/venues', query, options),
})

const read = <T>(call: Call, path: string, options: CallOptions | undefined) =>
  call<T>({ method: 'GET', path }, options)

const dryRun = (options: WriteOptions | undefined) => ({ dry_run: options?.dryRun || undefined })

/** When the answer to the first attempt is lost, the second finds the run cancelled: what was wanted has happened. */
async function cancelRun(call: Call, run: string, options: PostOptions | undefined): Promise<RunAnswer> {
  try {
    return await call<RunAnswer>({ method: 'POST', path: `${run}/cancel` }, options)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'run_finished') throw error
    const answer = await read<RunAnswer>(call, run, options)
    if (answer.workflow_run.status === 'cancelled') return answer
    throw error
  }
}

/** Ids in an address, each as one part of it. */
function path(parts: TemplateStringsArray, ...ids: string[]): string {
  for (const id of ids) {
    // A URL would take dots for a way up.
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError('An id is missing.')
  }
  return String.raw(parts, ...ids.map(encodeURIComponent))
}
