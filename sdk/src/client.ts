import { type Call, type CallOptions, createCall, type PostOptions, type WriteOptions } from './call.ts'
import { ConflictError } from './errors.ts'
import { createList, type List, type PageQuery } from './list.ts'
import { operate } from './operate.ts'
import { checkOptions, type MillraceOptions } from './options.ts'
import { createTokens } from './tokens.ts'
import type {
  BroadcastChange,
  Guest,
  GuestImport,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  GuestPatch,
  GuestRecord,
  IncomingEvent,
  MergeRequest,
  MissedDecision,
  MissedOccasion,
  NewGuest,
  NewSegment,
  NewSubscription,
  NewSuppression,
  Receipt,
  RefusedRow,
  RunAnswer,
  RunRequest,
  RunStatus,
  SegmentChange,
  SegmentGuest,
  SegmentQuestion,
  SentEvent,
  SubscriptionChange,
  SubscriptionDelivery,
  SubscriptionReplay,
  Suppression,
  SuppressionLift,
  Venue,
  Workflow,
  WorkflowRun,
  WorkflowStatus,
} from './types.ts'

/** A filter that takes several. */
type OneOrMore<T> = T | readonly T[]

export interface EventQuery extends PageQuery {
  source?: string | undefined
  organisation_registration_id?: string | undefined
  status?: OneOrMore<Receipt['status']> | undefined
  /** ISO 8601. */
  since?: string | undefined
  until?: string | undefined
}

export interface RunQuery extends PageQuery {
  status?: OneOrMore<RunStatus> | undefined
  org_reg_id?: string | undefined
}

export interface WorkflowQuery extends PageQuery {
  status?: OneOrMore<WorkflowStatus> | undefined
}

export interface GuestQuery extends PageQuery {
  external_id?: string | undefined
  /** Whose id `external_id` is. Default: your own. */
  system?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

export interface SubscriptionDeliveryQuery extends PageQuery {
  state?: SubscriptionDelivery['state'] | undefined
}

export interface SuppressionQuery extends PageQuery {
  /** How the address or number begins. */
  text?: string | undefined
  channel?: Suppression['channel'] | undefined
  reason?: Suppression['reason'] | undefined
  lifted?: 'yes' | 'no' | undefined
}

export interface VenueQuery extends PageQuery {}

/**
 * The connection of one API key to Millrace. Create one and reuse it: it holds the token. Nothing of the key is
 * visible when it is printed, so a log line may contain it.
 */
export class Millrace {
  readonly events: ReturnType<typeof eventsOf>
  readonly workflowRuns: ReturnType<typeof workflowRunsOf>
  readonly workflows: ReturnType<typeof workflowsOf>
  readonly broadcasts: ReturnType<typeof broadcastsOf>
  readonly guests: ReturnType<typeof guestsOf>
  readonly guestImports: ReturnType<typeof guestImportsOf>
  readonly segments: ReturnType<typeof segmentsOf>
  readonly suppressions: ReturnType<typeof suppressionsOf>
  readonly subscriptions: ReturnType<typeof subscriptionsOf>
  readonly topics: ReturnType<typeof topicsOf>
  readonly venues: ReturnType<typeof venuesOf>

  constructor(options: MillraceOptions) {
    const settings = checkOptions(options)
    const call = createCall(settings, createTokens(settings))
    this.events = eventsOf(call)
    this.workflowRuns = workflowRunsOf(call)
    this.workflows = workflowsOf(call)
    this.broadcasts = broadcastsOf(call)
    this.guests = guestsOf(call)
    this.guestImports = guestImportsOf(call)
    this.segments = segmentsOf(call)
    this.suppressions = suppressionsOf(call)
    this.subscriptions = subscriptionsOf(call)
    this.topics = topicsOf(call)
    this.venues = venuesOf(call)
  }
}

const eventsOf = (call: Call) => ({
  /** Sends an event. The receipt names each workflow that was considered: the run it started, or why it did not. */
  send: (event: IncomingEvent, options?: WriteOptions) =>
    operate(call, 'sendIncomingEvent', { ids: {}, query: dryRun(options), body: event }, options),
  /** Sends up to 1,000 events, by any identifier of their guests. The answer has one entry for each, in order. */
  sendMany: (events: SentEvent[], options?: PostOptions) =>
    operate(call, 'sendEvents', { ids: {}, body: events }, options),
  /** Newest first. */
  list: (query?: EventQuery, options?: CallOptions): List<Receipt> =>
    createList(call, 'listEvents', {}, joined(query), options),
  /** The receipt again, with the current status of its runs. */
  get: (eventId: string, options?: CallOptions) =>
    operate(call, 'getIncomingEvent', { ids: { id: eventId }, body: undefined }, options),
})

const workflowRunsOf = (call: Call) => ({
  /** Starts a run for a guest, whatever the trigger of the workflow says. */
  store: (workflowId: string, run: RunRequest, options?: WriteOptions) =>
    operate(call, 'storeWorkflowRun', { ids: { workflowId }, query: dryRun(options), body: run }, options),
  /** Newest first. */
  list: (workflowId: string, query?: RunQuery, options?: CallOptions): List<WorkflowRun> =>
    createList(call, 'listWorkflowRuns', { workflowId }, joined(query), options),
  get: (workflowId: string, runId: string, options?: CallOptions) =>
    operate(call, 'getWorkflowRun', { ids: { workflowId, runId }, body: undefined }, options),
  /** Ends a run where it is. Cancelling a cancelled run is not an error. */
  cancel: (workflowId: string, runId: string, options?: PostOptions) =>
    cancelRun(call, { workflowId, runId }, options),
})

const workflowsOf = (call: Call) => ({
  /** Newest first. */
  list: (query?: WorkflowQuery, options?: CallOptions): List<Workflow> =>
    createList(call, 'listWorkflows', {}, joined(query), options),
  get: (workflowId: string, options?: CallOptions) =>
    operate(call, 'getWorkflow', { ids: { workflowId }, body: undefined }, options),
  /** Guests who were due while it was paused or the server was off, until someone decides. */
  missed: (workflowId: string, query?: PageQuery, options?: CallOptions): List<MissedOccasion> =>
    createList(call, 'listMissedOccasions', { workflowId }, query, options),
  /** Starts guests who were missed, or lets them go: all of them, or some. */
  decideMissed: (workflowId: string, decision: MissedDecision, options?: PostOptions) =>
    operate(call, 'decideMissedOccasions', { ids: { workflowId }, body: decision }, options),
})

const broadcastsOf = (call: Call) => ({
  /** The newest first, with how far each is and who was left out. */
  list: (workflowId: string, options?: CallOptions) =>
    operate(call, 'listBroadcasts', { ids: { workflowId }, body: undefined }, options),
  /** For how many guests the live version would start now, and why the others are left out. */
  estimate: (workflowId: string, options?: CallOptions) =>
    operate(call, 'estimateBroadcast', { ids: { workflowId }, body: undefined }, options),
  /** To the members of the segment, now. */
  send: (workflowId: string, options?: PostOptions) =>
    operate(call, 'sendBroadcast', { ids: { workflowId }, body: undefined }, options),
  /** Pauses, resumes or stops it, or sends one that was missed. */
  change: (workflowId: string, broadcastId: string, change: BroadcastChange, options?: CallOptions) =>
    operate(call, 'patchBroadcast', { ids: { workflowId, broadcastId }, body: change }, options),
})

const guestsOf = (call: Call) => ({
  /** Newest first. */
  list: (query?: GuestQuery, options?: CallOptions): List<Guest> =>
    createList(call, 'listGuests', {}, query, options),
  get: (guestId: string, options?: CallOptions) =>
    operate(call, 'getGuest', { ids: { id: guestId }, body: undefined }, options),
  /** What the ledger of visits says at this moment, over all venues or at one. */
  facts: (guestId: string, query: { serial?: string } = {}, options?: CallOptions) =>
    operate(call, 'getGuestFacts', { ids: { id: guestId }, query, body: undefined }, options),
  /** Registers a guest once, even where a response is lost and the request is repeated. */
  create: (guest: NewGuest, options?: PostOptions) =>
    operate(call, 'createGuest', { ids: {}, body: guest }, options),
  /** Finds a guest by identifiers, in their order, or creates one. Repeating it changes nothing. */
  put: (guest: GuestRecord, options?: CallOptions) =>
    operate(call, 'recordGuest', { ids: {}, body: guest }, options),
  /** Changes the named fields; the others stay. */
  patch: (guestId: string, change: GuestPatch, options?: CallOptions) =>
    operate(call, 'patchGuest', { ids: { id: guestId }, body: change }, options),
  /** Merges another guest into this one, who stays. Both ids keep working. */
  merge: (guestId: string, merge: MergeRequest, options?: PostOptions) =>
    operate(call, 'mergeGuests', { ids: { id: guestId }, body: merge }, options),
  /** Within 30 days, by the id of the guest who was merged. */
  undoMerge: (mergedId: string, options?: PostOptions) =>
    operate(call, 'undoMerge', { ids: { id: mergedId }, body: undefined }, options),
})

const guestImportsOf = (call: Call) => ({
  /** Says how a file of guests is to be read. Send its parts next, then start it. */
  create: (request: GuestImportRequest, options?: PostOptions) =>
    operate(call, 'createGuestImport', { ids: {}, body: request }, options),
  /** Newest first. */
  list: (query?: PageQuery, options?: CallOptions): List<GuestImport> =>
    createList(call, 'listGuestImports', {}, query, options),
  get: (importId: string, options?: CallOptions) =>
    operate(call, 'getGuestImport', { ids: { id: importId }, body: undefined }, options),
  /** Up to 1 MiB of the file. A part that has arrived already changes nothing. */
  addPart: (importId: string, part: GuestImportPart, options?: CallOptions) =>
    operate(call, 'addGuestImportPart', { ids: { id: importId }, body: part }, options),
  /** In the background: `get` says how far it is. With `trial`, no guest changes. */
  start: (importId: string, start: GuestImportStart = {}, options?: PostOptions) =>
    operate(call, 'startGuestImport', { ids: { id: importId }, body: start }, options),
  /** What was imported until then stays. */
  cancel: (importId: string, options?: PostOptions) =>
    operate(call, 'cancelGuestImport', { ids: { id: importId }, body: undefined }, options),
  /** In the background, within 30 days. */
  undo: (importId: string, options?: PostOptions) =>
    operate(call, 'undoGuestImport', { ids: { id: importId }, body: undefined }, options),
  /** In the order of the file, each with its reasons. */
  refusedRows: (importId: string, query?: PageQuery, options?: CallOptions): List<RefusedRow> =>
    createList(call, 'listRefusedRows', { id: importId }, query, options),
})

const segmentsOf = (call: Call) => ({
  /** All of them, by name. */
  list: (options?: CallOptions) => operate(call, 'listSegments', { ids: {}, body: undefined }, options),
  get: (segmentId: string, options?: CallOptions) =>
    operate(call, 'getSegment', { ids: { id: segmentId }, body: undefined }, options),
  /** Its guests are counted in the background. */
  create: (segment: NewSegment, options?: PostOptions) =>
    operate(call, 'createSegment', { ids: {}, body: segment }, options),
  /** Changes the named fields; the others stay. */
  change: (segmentId: string, change: SegmentChange, options?: CallOptions) =>
    operate(call, 'patchSegment', { ids: { id: segmentId }, body: change }, options),
  /** Refused while a workflow or another segment uses it. */
  delete: (segmentId: string, options?: CallOptions) =>
    operate(call, 'deleteSegment', { ids: { id: segmentId }, body: undefined }, options),
  /** For how many guests a condition holds. Nothing is stored. */
  preview: (question: SegmentQuestion, options?: CallOptions) =>
    operate(call, 'previewSegment', { ids: {}, body: question }, options),
  /** Who is in it. */
  guests: (segmentId: string, query?: PageQuery, options?: CallOptions): List<SegmentGuest> =>
    createList(call, 'listSegmentGuests', { id: segmentId }, query, options),
})

const suppressionsOf = (call: Call) => ({
  /** Newest first, with those that were lifted. */
  list: (query?: SuppressionQuery, options?: CallOptions): List<Suppression> =>
    createList(call, 'listSuppressions', {}, query, options),
  get: (suppressionId: string, options?: CallOptions) =>
    operate(call, 'getSuppression', { ids: { id: suppressionId }, body: undefined }, options),
  /** Nothing more is sent to the address or number, whichever guest has it. */
  create: (suppression: NewSuppression, options?: PostOptions) =>
    operate(call, 'createSuppression', { ids: {}, body: suppression }, options),
  /** With the reason; the entry stays in the list as lifted. */
  lift: (suppressionId: string, lift: SuppressionLift, options?: PostOptions) =>
    operate(call, 'liftSuppression', { ids: { id: suppressionId }, body: lift }, options),
})

const subscriptionsOf = (call: Call) => ({
  /** All of them, by name. */
  list: (options?: CallOptions) => operate(call, 'listSubscriptions', { ids: {}, body: undefined }, options),
  get: (subscriptionId: string, options?: CallOptions) =>
    operate(call, 'getSubscription', { ids: { id: subscriptionId }, body: undefined }, options),
  /** The answer has the secret, which is shown once. A name is taken once. */
  create: (subscription: NewSubscription, options?: CallOptions) =>
    operate(call, 'createSubscription', { ids: {}, body: subscription }, options),
  /** Changes the named fields; the others stay. */
  change: (subscriptionId: string, change: SubscriptionChange, options?: CallOptions) =>
    operate(call, 'patchSubscription', { ids: { id: subscriptionId }, body: change }, options),
  /** With its deliveries, also those that wait. */
  delete: (subscriptionId: string, options?: CallOptions) =>
    operate(call, 'deleteSubscription', { ids: { id: subscriptionId }, body: undefined }, options),
  /** A new secret. The previous one signs too, for a day. */
  changeSecret: (subscriptionId: string, options?: CallOptions) =>
    operate(call, 'changeSubscriptionSecret', { ids: { id: subscriptionId }, body: undefined }, options),
  /** Sends a test. Read the delivery to see what came of it. */
  test: (subscriptionId: string, options?: CallOptions) =>
    operate(call, 'testSubscription', { ids: { id: subscriptionId }, body: undefined }, options),
  /** Sends one delivery again, or those of a time, each with the same webhook-id. */
  replay: (subscriptionId: string, replay: SubscriptionReplay, options?: CallOptions) =>
    operate(call, 'replaySubscription', { ids: { id: subscriptionId }, body: replay }, options),
  /** Newest first. */
  deliveries: (
    subscriptionId: string,
    query?: SubscriptionDeliveryQuery,
    options?: CallOptions,
  ): List<SubscriptionDelivery> =>
    createList(call, 'listSubscriptionDeliveries', { id: subscriptionId }, query, options),
  /** With its body and every attempt. */
  delivery: (subscriptionId: string, deliveryId: string, options?: CallOptions) =>
    operate(
      call,
      'getSubscriptionDelivery',
      { ids: { id: subscriptionId, deliveryId }, body: undefined },
      options,
    ),
})

const topicsOf = (call: Call) => ({
  /** All topics of marketing, in the order of the settings. */
  list: (options?: CallOptions) => operate(call, 'listTopics', { ids: {}, body: undefined }, options),
})

const venuesOf = (call: Call) => ({
  /** In order of their serials. */
  list: (query?: VenueQuery, options?: CallOptions): List<Venue> =>
    createList(call, 'listVenues', {}, query, options),
})

/** Several words of a filter are written with commas between them. */
const joined = <Query extends { status?: OneOrMore<string> | undefined }>(query: Query | undefined) =>
  query && { ...query, status: query.status === undefined ? undefined : [query.status].flat().join(',') }

const dryRun = (options: WriteOptions | undefined) => ({ dry_run: options?.dryRun || undefined })

/** When the response to the first attempt is lost, the second finds the run cancelled, which is the wanted result. */
async function cancelRun(
  call: Call,
  ids: { readonly workflowId: string; readonly runId: string },
  options: PostOptions | undefined,
): Promise<RunAnswer> {
  try {
    return await operate(call, 'cancelWorkflowRun', { ids, body: undefined }, options)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'run_finished') throw error
    const answer = await operate(call, 'getWorkflowRun', { ids, body: undefined }, options)
    if (answer.workflow_run.status === 'cancelled') return answer
    throw error
  }
}
