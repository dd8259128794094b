// Written by scripts/write-types.ts from the contract.

/** Incoming event. Other fields are ignored, and named in the warnings of the receipt. */
export interface IncomingEvent {
  organisation_registration_id: string
  /** Serials of the venues it concerns. */
  serials?: string[] | null
  /** Passed into the workflow. `source` names the sending service and directs the event to the workflow for it; beside it, only workflows that say they listen to the source hear of it. An empty list counts as an empty object. */
  parameters?: Record<string, string | number | boolean | null> | null
}

/** Answer to an incoming event. */
export interface EventAnswer {
  message: string
  event: Receipt
}

/** Receipt of an event. */
export interface Receipt {
  id: string
  organisation_id: string
  organisation_registration_id: string
  serials: string[]
  source: string | null
  parameters: Record<string, unknown>
  /** unrouted: the event is kept, and neither started, woke, moved nor ended a run. history: it was sent as history, so no workflow was considered. */
  status: 'routed' | 'unrouted' | 'history'
  workflow_runs: StartedRun[]
  /** Runs that waited for this event and continue. */
  woke: ReachedRun[]
  /** Runs that wait, and decide again by this event until when. */
  moved: ReachedRun[]
  /** Runs that this event ended, by an exit of their workflow. */
  ended: ReachedRun[]
  skipped: Skipped[]
  warnings: string[]
  /** As it was sent, in UTC. */
  occurred_at?: string
  /** ISO 8601, UTC. */
  created_at: string
}

/** A run that the event reached while it was under way. */
export interface ReachedRun {
  id: string
  workflow_id: string
}

/** A run that the event started. */
export interface StartedRun {
  id: string
  workflow_id: string
  status: string
}

/** A workflow that did not take the event, and why. */
export interface Skipped {
  workflow_id: string
  reason:
    | 'condition_failed'
    | 'wait_condition_failed'
    | 'venue_not_targeted'
    | 're_entry_limited'
    | 'workflow_paused'
    | 'venue_paused'
    | 'loop_suspected'
  /** The rule responsible: for condition_failed each condition with what was expected and found. */
  detail: Record<string, unknown>
}

export type SkipReason =
  | 'condition_failed'
  | 'wait_condition_failed'
  | 'venue_not_targeted'
  | 're_entry_limited'
  | 'workflow_paused'
  | 'venue_paused'
  | 'loop_suspected'

/** An event, by any identifier of its guest. Other fields are ignored, and named in the warnings. */
export interface SentEvent {
  /** Your own id of the event. An event with the same id and content is stored once, for 7 days. */
  id?: string | null
  /** The guest, or else `guest`. */
  organisation_registration_id?: string | null
  /** The guest by anything they are known by. */
  guest?: {
    /** In the order in which they are tried. */
    identifiers: GivenIdentifier[]
    /** true: a guest whom nobody knows is created, without consent. */
    create?: boolean | null
    /** For a new guest. */
    name?: string | null
  } | null
  /** Serials of the venues it concerns. */
  serials?: string[] | null
  /** Passed into the workflow. `source` names the sending service and directs the event to the workflow for it; beside it, only workflows that say they listen to the source hear of it. An empty list counts as an empty object. */
  parameters?: Record<string, string | number | boolean | null> | null
  /** When it happened; not in the future. Default: when it is stored. */
  occurred_at?: string | null
  /** true: it becomes part of the history of the guest, and starts nothing. */
  history?: boolean | null
}

/** The result of each event of a request. */
export interface EventEntries {
  message: string
  /** In the order of the events. */
  data: EventEntry[]
}

/** The result of one event of a request. */
export interface EventEntry {
  /** The id that was sent. */
  id: string | null
  /** Whether it is stored, now or by an earlier request. */
  accepted: boolean
  /** It was stored before, and this is what was answered then. */
  repeated: boolean
  guest_created: boolean
  /** null where it was refused. */
  event: {
    id: string
    organisation_registration_id: string
    /** unrouted: the event is kept, and neither started, woke, moved nor ended a run. history: it was sent as history, so no workflow was considered. */
    status: 'routed' | 'unrouted' | 'history'
    workflow_runs: StartedRun[]
    /** Runs that waited for this event and continue. */
    woke: ReachedRun[]
    /** Runs that wait, and decide again by this event until when. */
    moved: ReachedRun[]
    /** Runs that this event ended, by an exit of their workflow. */
    ended: ReachedRun[]
    skipped: Skipped[]
    warnings: string[]
    /** As it was sent, in UTC. */
    occurred_at?: string
    /** ISO 8601, UTC. */
    created_at: string
  } | null
  /** Why it was refused; null where it was accepted. */
  error: {
    code:
      | 'invalid_json'
      | 'validation_failed'
      | 'invalid_cursor'
      | 'unauthenticated'
      | 'scope_needed'
      | 'address_not_allowed'
      | 'venue_not_allowed'
      | 'source_not_allowed'
      | 'not_found'
      | 'event_not_found'
      | 'guest_not_found'
      | 'workflow_not_found'
      | 'run_not_found'
      | 'broadcast_not_found'
      | 'import_not_found'
      | 'merge_not_found'
      | 'segment_not_found'
      | 'suppression_not_found'
      | 'subscription_not_found'
      | 'subscription_delivery_not_found'
      | 'method_not_allowed'
      | 'workflow_not_active'
      | 'run_finished'
      | 'broadcast_refused'
      | 'guest_exists'
      | 'same_guest'
      | 'merge_not_undone'
      | 'import_refused'
      | 'segment_in_use'
      | 'suppressed_already'
      | 'subscription_exists'
      | 'too_many_subscriptions'
      | 'subscription_paused'
      | 'idempotency_in_flight'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_mismatch'
      | 'too_many_requests'
      | 'internal_error'
      | 'unavailable'
    message: string
    errors?: Record<string, string[]>
  } | null
}

/** The guest to start the workflow for. */
export interface RunRequest {
  org_reg_id: string
}

/** Answer about one run. */
export interface RunAnswer {
  message: string
  workflow_run: WorkflowRun
}

/** Workflow run. */
export interface WorkflowRun {
  id: string
  workflow_id: string
  workflow_version: number
  org_reg_id: string
  organisation_registration_id: string
  event_id: string | null
  trigger:
    | 'event'
    | 'api'
    | 'dashboard'
    | 'replay'
    | 'workflow'
    | 'date'
    | 'absence'
    | 'segment'
    | 'broadcast'
  /** Rules that the run did not have to pass. */
  bypassed: string[]
  /** failed means a technical fault; a run that reached an end is completed, whatever its outcome. */
  status: 'queued' | 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled'
  outcome: 'success' | 'failure' | 'exited' | null
  outcome_reason: string | null
  current_node_id: string | null
  /** What would wake it, while it waits. */
  waiting_for: Record<string, unknown> | null
  /** ISO 8601, UTC. */
  resumes_at: string | null
  /** The technical fault, when it failed. */
  error: Record<string, unknown> | null
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  started_at: string | null
  /** ISO 8601, UTC. */
  finished_at: string | null
}

/** failed means a technical fault; a run that reached an end is completed, whatever its outcome. */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled'

export type RunOutcome = 'success' | 'failure' | 'exited'

export type RunTrigger =
  | 'event'
  | 'api'
  | 'dashboard'
  | 'replay'
  | 'workflow'
  | 'date'
  | 'absence'
  | 'segment'
  | 'broadcast'

/** Workflow. */
export interface Workflow {
  id: string
  name: string
  description: string
  status: 'draft' | 'active' | 'paused' | 'cancelled'
  /** The source that its live version listens to; null for events that name none, where no event starts it, and before the first publication. */
  source: string | null
  /** Whether it hears of the events of its source beside the workflow that they are directed to. */
  listener: boolean
  /** What starts its live version. */
  trigger: 'event' | 'date' | 'absence' | 'segment' | 'broadcast'
  /** The version that new runs start on; null before the first publication. */
  version: number | null
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  updated_at: string
}

/** Answer about one workflow. */
export interface WorkflowAnswer {
  message: string
  workflow: Workflow
}

export type WorkflowStatus = 'draft' | 'active' | 'paused' | 'cancelled'

/** An occasion of a guest that was missed. */
export interface MissedOccasion {
  id: string
  organisation_registration_id: string
  /** ISO 8601, UTC. */
  due_at: string
  /** The workflow was paused, or the server was off for too long. */
  because: 'workflow_paused' | 'too_late'
  /** The venue at which the run would be. */
  serial: string | null
}

/** What becomes of guests who were missed. */
export interface MissedDecision {
  /** start: they are started now, by the conditions and limits of the live version. */
  decision: 'start' | 'let_go'
  /** Only these guests. Absent or null: all. */
  guests?: string[] | null
}

/** What was decided. */
export interface MissedDecided {
  message: string
  /** How many occasions. A repeated request finds none. */
  decided: number
}

/** A broadcast, and how far it is. */
export interface Broadcast {
  id: string
  state: 'sending' | 'paused' | 'stopped' | 'done' | 'missed'
  /** ISO 8601, UTC. */
  due_at: string
  /** null: its schedule. */
  sent_by: string | null
  /** Who paused, resumed or stopped it. */
  changed_by: string | null
  /** ISO 8601, UTC. */
  ended_at: string | null
  /** How many guests had their turn. */
  considered: number
  /** For how many of them a run started. */
  started: number
  /** How many, by reason. */
  skipped: Record<string, number>
  /** How many guests were in the segment when it was missed. */
  missed: number
  missed_because: 'workflow_paused' | 'too_late' | null
}

/** The broadcasts of a workflow. */
export interface BroadcastList {
  data: Broadcast[]
  /** Whether someone sends the live version, and no clock. */
  is_sent_by_hand: boolean
  /** When the live version is sent next; null: it has no time ahead. */
  next_at: string | null
  /** How many guests are in the segment of the live version now. */
  members: number
}

/** Whom a broadcast would reach. */
export interface BroadcastEstimate {
  /** The guests in the segment. */
  members: number
  /** Whether only some of them were looked at: the rest is computed. */
  is_sample: boolean
  /** For how many of them a run would start. */
  starts: number
  /** How many of those would get no message, because they have had as many as the caps allow. As if every message were due now; quiet hours, which only delay, and the budget of SMS are not counted. */
  capped: number
  /** How many, by reason. */
  skipped: Record<string, number>
  /** When it would be sent; null: when someone sends it, or its time has passed. */
  next_at: string | null
  /** How long its pace makes it take; null: it has none. */
  seconds: number | null
}

/** A broadcast is sent or changed. */
export interface BroadcastAnswer {
  message: string
  id: string
}

/** What a broadcast is to do. */
export interface BroadcastChange {
  /** sending: one that is paused continues, and one that was missed is sent. stopped is for good. */
  state: 'sending' | 'paused' | 'stopped'
}

/** A person to register. */
export interface NewGuest {
  /** Your own id of the person; unique in your organisation. */
  external_id?: string | null
  name?: string | null
  email?: string | null
  /** E.164, as +442079460000. */
  phone?: string | null
  email_consent?: boolean | null
  sms_consent?: boolean | null
  do_not_contact?: boolean | null
  tags?: string[] | null
  attributes?: Record<string, string | number | boolean | null> | null
}

/** Answer about one guest. */
export interface GuestAnswer {
  message: string
  guest: Guest
}

/** Guest: a person registered with the organisation. */
export interface Guest {
  id: string
  organisation_registration_id: string
  external_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  email_consent: boolean
  sms_consent: boolean
  do_not_contact: boolean
  /** Since when a consent to e-mail waits for the guest to confirm it; null: there is none that waits. */
  email_asked_at: string | null
  /** Topics of marketing that the guest has turned off, by their ids; "@clicks" where they do not want their clicks to be counted. */
  topics_off: string[]
  tags: string[]
  points: number
  attributes: Record<string, unknown>
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  updated_at: string
}

/** Something a guest is known by. */
export interface GivenIdentifier {
  type: 'email' | 'phone' | 'external_id'
  /** An e-mail address, in any case; a phone number, in E.164 or as it is dialled in the country of the venue or the organisation; or the id of the guest in a system. */
  value: string
  /** For an external_id: the system whose id it is, such as toast; lower-case letters, digits, dots, hyphens and underscores. Without it the id is your own, as in external_id of a guest. */
  system?: string | null
}

/** Something a guest is known by, normalised. */
export interface Identifier {
  type: 'email' | 'phone' | 'external_id'
  value: string
  /** For an external_id: the system whose id it is, such as toast; lower-case letters, digits, dots, hyphens and underscores. Without it the id is your own, as in external_id of a guest. */
  system: string | null
}

/** A guest, and what they are known by. */
export interface IdentifiedGuest {
  message: string
  guest: Guest
  /** All that the guest is known by. */
  identifiers: Identifier[]
  /** The guests who were merged into this one, newest first. */
  merges: GuestMerge[]
}

/** A guest to find or to create. */
export interface GuestRecord {
  /** In the order in which they are tried: the first that a guest has decides. */
  identifiers: GivenIdentifier[]
  /** The venue by whose country phone numbers are read that have no country code. Default: that of the organisation. */
  serial?: string | null
  name?: string | null
  do_not_contact?: boolean | null
  /** Replaced as a whole. */
  tags?: string[] | null
  attributes?: Record<string, string | number | boolean | null> | null
  consent?: {
    email?: {
      /** false: a refusal, which no later request makes a consent. */
      given: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form or the venue. Required where it was given. */
      where?: string | null
      /** What the guest agreed to. Required where it was given. */
      words?: string | null
    } | null
    sms?: {
      /** false: a refusal, which no later request makes a consent. */
      given: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form or the venue. Required where it was given. */
      where?: string | null
      /** What the guest agreed to. Required where it was given. */
      words?: string | null
    } | null
  } | null
  /** By the id of the topic, from `GET /v1/topics`; "@clicks" for the counting of clicks. */
  topics?: Record<
    string,
    {
      /** false: turned off, which no later request turns on. */
      on: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form. */
      where?: string | null
      /** What the guest read. */
      words?: string | null
    }
  > | null
}

/** A guest that was found or created. */
export interface GuestRecorded {
  message: string
  /** false: the guest was there already. */
  created: boolean
  /** The identifier that decided; null for a new guest. */
  found_by: {
    type: 'email' | 'phone' | 'external_id'
    value: string
    /** For an external_id: the system whose id it is, such as toast; lower-case letters, digits, dots, hyphens and underscores. Without it the id is your own, as in external_id of a guest. */
    system: string | null
  } | null
  guest: Guest
  /** All that the guest is known by. */
  identifiers: Identifier[]
  /** The guest refused these before, so they were not changed. */
  refusals_kept: Array<'email_consent' | 'sms_consent' | 'do_not_contact'>
  /** Topics that were turned off before, so they were not turned on. */
  topics_kept_off: string[]
  /** Identifiers that belong to another guest, who may be the same person. */
  not_added: HeldByAnother[]
}

/** What changes about a guest. */
export interface GuestPatch {
  /** Your own id of the person; unique in your organisation. */
  external_id?: string | null
  name?: string | null
  email?: string | null
  /** E.164, or as it is dialled in the country of the venue or the organisation. */
  phone?: string | null
  /** The venue by whose country phone numbers are read that have no country code. Default: that of the organisation. */
  serial?: string | null
  do_not_contact?: boolean | null
  /** Replaced as a whole. */
  tags?: string[] | null
  attributes?: Record<string, string | number | boolean | null> | null
  consent?: {
    email?: {
      /** false: a refusal, which no later request makes a consent. */
      given: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form or the venue. Required where it was given. */
      where?: string | null
      /** What the guest agreed to. Required where it was given. */
      words?: string | null
    } | null
    sms?: {
      /** false: a refusal, which no later request makes a consent. */
      given: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form or the venue. Required where it was given. */
      where?: string | null
      /** What the guest agreed to. Required where it was given. */
      words?: string | null
    } | null
  } | null
  /** By the id of the topic, from `GET /v1/topics`; "@clicks" for the counting of clicks. */
  topics?: Record<
    string,
    {
      /** false: turned off, which no later request turns on. */
      on: boolean
      /** When the guest said so; not in the future. */
      at: string
      /** Such as the form. */
      where?: string | null
      /** What the guest read. */
      words?: string | null
    }
  > | null
  add_identifiers?: GivenIdentifier[] | null
  remove_identifiers?: GivenIdentifier[] | null
}

/** A guest that was changed. */
export interface GuestPatched {
  message: string
  guest: Guest
  /** All that the guest is known by. */
  identifiers: Identifier[]
  /** The guest refused these before, so they were not changed. */
  refusals_kept: Array<'email_consent' | 'sms_consent' | 'do_not_contact'>
  /** Topics that were turned off before, so they were not turned on. */
  topics_kept_off: string[]
  /** Identifiers that belong to another guest, who may be the same person. */
  not_added: HeldByAnother[]
}

/** An identifier that another guest has. */
export interface HeldByAnother {
  identifier: Identifier
  organisation_registration_id: string
}

/** Two guests who became one. */
export interface GuestMerge {
  id: string
  /** The guest who was merged. The id keeps working. */
  merged_id: string
  /** The guest who stayed. */
  guest_id: string
  /** ISO 8601, UTC. */
  merged_at: string
  merged_by: string
  /** null: it is too late to undo it. */
  undo_until: string | null
}

/** One guest of two. */
export interface GuestsMerged {
  message: string
  dry_run: boolean
  guest: Guest
  /** All that the guest is known by. */
  identifiers: Identifier[]
  merge?: GuestMerge
}

/** Who is merged into a guest. */
export interface MergeRequest {
  /** The guest who is merged into the one in the address. */
  organisation_registration_id: string
  /** true: only answers what the guest would be, and changes nothing. */
  dry_run?: boolean | null
}

/** Two guests of one again. */
export interface MergeUndone {
  message: string
  guest: Guest
  merged: Guest
}

/** The facts about the visits of a guest. */
export interface GuestFactsAnswer {
  message: string
  organisation_registration_id: string
  /** null: over all venues. */
  serial: string | null
  facts: VisitFacts
}

/** Facts about the visits of a guest. */
export interface VisitFacts {
  visits: number
  /** ISO 8601, UTC. */
  first_visit: string | null
  /** ISO 8601, UTC. */
  last_visit: string | null
  /** Full days of 24 hours. */
  days_since_last_visit: number | null
  /** The amounts of visits, less refunds. */
  spend: number
  spend_30_days: number
  spend_90_days: number
  spend_365_days: number
  /** Spend divided by the visits that have an amount, to two decimals; null if none has. */
  average_spend: number | null
  /** The currency of most amounts. Amounts in other currencies are not in the spend. */
  currency: string | null
  /** The serial of the venue with most visits. */
  favourite_venue: string | null
  bookings: number
  no_shows: number
}

/** An import of guests. */
export interface GuestImport {
  id: string
  /** receiving: the file can be sent. checking, checked: a trial. importing, imported. undoing, undone. failed: `error` says why. cancelled: what was imported until then stays, and can be undone. */
  status:
    | 'receiving'
    | 'checking'
    | 'checked'
    | 'importing'
    | 'imported'
    | 'undoing'
    | 'undone'
    | 'failed'
    | 'cancelled'
  kind: 'guests' | 'visits'
  /** The source of visits. */
  source: string | null
  format: 'csv' | 'ndjson'
  file_name: string | null
  /** How much of the file has arrived. */
  bytes_received: number
  /** How much of it has been read. */
  bytes_read: number
  counts: {
    /** Rows that were read, without the names of the columns and empty rows. */
    rows: number
    /** New guests, or visits that were stored. */
    created: number
    /** Guests that were there, and about whom something changed. */
    changed: number
    /** Rows that say nothing new. */
    unchanged: number
    /** Rows that were not imported, each with its reasons. */
    refused: number
    /** Consents that were not stored because the guest had refused before. */
    refusals_kept: number
  }
  /** What each column was read as; empty until the file is read. */
  columns: Record<string, string>
  /** What the undo did; null where there was none. */
  undo: {
    /** Guests the import had created and who are deleted again, or visits. */
    deleted: number
    /** Guests who have again what they had before. */
    restored: number
    /** Guests the import had created and who stay, because something happened since: an event, a run, points or a change. */
    kept: number
  } | null
  /** Why it failed. */
  error: string | null
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  finished_at: string | null
}

/** Answer about one import. */
export interface GuestImportAnswer {
  message: string
  guest_import: GuestImport
}

/** A part of a file. */
export interface GuestImportPart {
  /** How many bytes of the file come before this part. */
  offset: number
  /** Up to 1 MiB of the file, in base64. */
  content: string
}

/** A file of guests to import. */
export interface GuestImportRequest {
  /** csv: the first row has the names of the columns. ndjson: one object per line. */
  format: 'csv' | 'ndjson'
  /** guests (the default), or visits: what the source is declared as, such as visits with an amount. They become history of guests who are there, and start nothing. */
  kind?: 'guests' | 'visits' | null
  /** For visits: the source they belong to, which is declared as what they are. */
  source?: string | null
  /** For people who look at the list of imports. */
  file_name?: string | null
  /** What each column is: email, phone, external_id, external_id.SYSTEM, name, first_name, last_name, tags, attributes.KEY (or attributes.KEY:number, :boolean, :date), email_consent, sms_consent, do_not_contact, points (how many the guest shall have), consent_at, consent_where, consent_words or ignore; for visits email, phone, external_id, occurred_at, serial, amount, currency, covers, parameters.KEY or ignore. Columns that are not named here are recognised by their names where possible, and ignored otherwise. */
  columns?: Record<string, string> | null
  /** Between the cells of a CSV file. Default: the most frequent. */
  delimiter?: ',' | ';' | '	' | '|' | null
  /** Default: utf-8. */
  encoding?: 'utf-8' | 'windows-1252' | null
  /** How dates are written. Default: YYYY-MM-DD. */
  date_format?: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | null
  /** The venue by whose country phone numbers are read that have no country code, and of visits that name none. Default: the country of the organisation, and no venue. */
  serial?: string | null
  /** When, where and in which words consent was given, for rows that do not say so themselves. */
  consent?: {
    at?: string | null
    where?: string | null
    words?: string | null
  } | null
}

/** How to read the file. */
export interface GuestImportStart {
  /** true: only count what would happen, and list the rows that would be refused. */
  trial?: boolean | null
}

/** A row that was not imported. */
export interface RefusedRow {
  /** As a spreadsheet counts: the names of the columns are row 1. */
  row: number
  /** By column; `row` for what is wrong with all of it. */
  reasons: Record<string, string[]>
  /** The row as it was sent, by column. */
  values: Record<string, string>
}

/** A segment to create. */
export interface NewSegment {
  name: string
  description?: string | null
  /** all, any, not, or a field of the guest with an operator and a value, as in workflows. A segment can also count events: guest.events.SOURCE.last_DAYS_days, all of them or those for which `where` holds. */
  condition: Record<string, unknown>
}

/** What is to change about a segment. */
export interface SegmentChange {
  name?: string | null
  description?: string | null
  /** all, any, not, or a field of the guest with an operator and a value, as in workflows. A segment can also count events: guest.events.SOURCE.last_DAYS_days, all of them or those for which `where` holds. */
  condition?: Record<string, unknown> | null
}

/** Who uses a segment. */
export interface SegmentUse {
  type: 'workflow' | 'segment'
  id: string
  name: string
}

/** A segment. */
export interface Segment {
  id: string
  name: string
  description: string | null
  condition: Record<string, unknown>
  /** The condition in words. */
  sentence: string
  /** How many guests are in it. */
  members: number
  /** Not every guest was considered since its condition was changed: members is not complete yet. */
  is_counting: boolean
  /** When every guest was considered last. Changes are considered within a minute. */
  counted_at: string | null
  /** Workflows that are not archived, and other segments. It cannot be deleted while there are any. */
  used_by: SegmentUse[]
  created_by: string
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  updated_at: string
}

/** A segment, and what was done. */
export interface SegmentAnswer {
  message: string
  segment: Segment
}

/** All segments. */
export interface SegmentList {
  data: Segment[]
}

/** A segment is deleted. */
export interface SegmentDeleted {
  message: string
}

/** A guest in a segment. */
export interface SegmentGuest {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  /** ISO 8601, UTC. */
  entered_at: string
}

/** A condition to preview. */
export interface SegmentQuestion {
  /** all, any, not, or a field of the guest with an operator and a value, as in workflows. A segment can also count events: guest.events.SOURCE.last_DAYS_days, all of them or those for which `where` holds. */
  condition: Record<string, unknown>
  /** The segment that is to get this condition, so that a circle is found. */
  segment?: string | null
}

/** Who would be in a segment. */
export interface SegmentPreview {
  /** For how many guests it holds now. */
  members: number
  /** The condition in words. */
  sentence: string
  /** Up to ten of them. */
  sample: Array<{
    id: string
    name: string | null
  }>
}

/** An address or a number to suppress. */
export interface NewSuppression {
  channel: 'email' | 'sms'
  /** An e-mail address, or a phone number in full, such as +442079460000. */
  address: string
  /** Why. */
  note: string
}

/** A suppressed address or number. */
export interface Suppression {
  id: string
  channel: 'email' | 'sms'
  /** An e-mail address in lower case, or a number such as +442079460000. */
  address: string
  reason: 'hard_bounce' | 'soft_bounces' | 'complaint' | 'member' | 'integration'
  /** The provider, mail_server, api, dashboard or cli. */
  source: string
  /** What the provider said, or why it was entered. */
  note: string | null
  /** ISO 8601, UTC. */
  since: string
  /** null: it is in force. */
  lifted_at: string | null
  /** Who lifted it: a member or an API key. */
  lifted_by: string | null
  lifted_because: string | null
}

/** A suppression, and what was done. */
export interface SuppressionAnswer {
  message: string
  suppression: Suppression
}

/** Why a suppression is lifted. */
export interface SuppressionLift {
  /** Why it is lifted. */
  because: string
}

/** An address to send to, and what. */
export interface NewSubscription {
  /** What it is called. */
  name: string
  /** Where it is sent, by POST. A public address, with https:// or http://. */
  url: string
  /** What is sent. */
  events: Array<
    'run.finished' | 'consent.changed' | 'guest.merged' | 'guest.merge_undone' | 'message.bounced'
  >
}

/** Subscription. */
export interface Subscription {
  id: string
  name: string
  url: string
  events: string[]
  /** failing: no attempt has succeeded since failing_since. */
  status: 'active' | 'failing' | 'paused' | 'needs_secret'
  /** member: someone paused it. failing: it failed for two days. gone: the receiver answered 410. */
  paused_because: 'member' | 'failing' | 'gone' | null
  /** ISO 8601, UTC. */
  failing_since: string | null
  /** Until then, the previous secret signs too. */
  previous_secret_until: string | null
  /** Deliveries that are not sent yet. */
  waiting: number
  /** Deliveries that were given up. */
  failed: number
  /** ISO 8601, UTC. */
  last_delivered_at: string | null
  created_by: string
  /** ISO 8601, UTC. */
  created_at: string
}

/** A subscription, and what was done. */
export interface SubscriptionAnswer {
  message: string
  subscription: Subscription
}

/** What changes about a subscription. */
export interface SubscriptionChange {
  /** What it is called. */
  name?: string | null
  /** Where it is sent, by POST. A public address, with https:// or http://. */
  url?: string | null
  /** What is sent. */
  events?: Array<
    'run.finished' | 'consent.changed' | 'guest.merged' | 'guest.merge_undone' | 'message.bounced'
  > | null
  /** While it is paused, what happens is stored and waits. false sends it. */
  paused?: boolean | null
}

/** What was done. */
export interface SubscriptionDeleted {
  message: string
}

/** One thing that happened, on its way to a subscription. */
export interface SubscriptionDelivery {
  id: string
  type: string
  /** failed: it was given up. It can be sent again. */
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** ISO 8601, UTC. */
  occurred_at: string
  /** null: there is none, or the subscription is paused. */
  next_attempt_at: string | null
  /** ISO 8601, UTC. */
  settled_at: string | null
  last_error: string | null
}

/** Subscriptions. */
export interface SubscriptionList {
  data: Subscription[]
}

/** What is sent again: one delivery, or what happened from one time to another. */
export interface SubscriptionReplay {
  delivery_id?: string | null
  /** ISO 8601, UTC. */
  from?: string | null
  /** ISO 8601, UTC. */
  to?: string | null
  /** all: also what was delivered. Without it, failed. */
  state?: 'failed' | 'all' | null
}

/** How many deliveries are sent again. */
export interface SubscriptionReplayAnswer {
  message: string
  deliveries: number
  /** One request sends at most 10000 again, the oldest first. Where there are more: the `from` of the next request. */
  next_from: string | null
}

/** A subscription with its new secret. */
export interface SubscriptionSecretAnswer {
  message: string
  subscription: Subscription
  /** Begins with whsec_. It is shown once. */
  secret: string
}

/** The delivery of a test. */
export interface SubscriptionTestAnswer {
  message: string
  delivery_id: string
}

/** A delivery with its body and its attempts. */
export interface WholeSubscriptionDelivery {
  id: string
  type: string
  /** failed: it was given up. It can be sent again. */
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** ISO 8601, UTC. */
  occurred_at: string
  /** null: there is none, or the subscription is paused. */
  next_attempt_at: string | null
  /** ISO 8601, UTC. */
  settled_at: string | null
  last_error: string | null
  body: Record<string, unknown>
  /** Every attempt, the newest first. */
  log: Array<{
    attempt: number
    /** ISO 8601, UTC. */
    at: string
    duration_ms: number
    status: number | null
    error: string | null
    /** The beginning of what was answered. */
    response: string | null
  }>
}

/** The topics of marketing that guests can turn off. */
export interface TopicList {
  data: Array<{
    id: string
    name: string
    names?: {
      de?: string
      en?: string
      es?: string
      fr?: string
      it?: string
      nl?: string
      pt?: string
    }
  }>
}

/** A run is completed, failed or cancelled. */
export interface RunFinishedMessage {
  type: 'run.finished'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    run_id: string
    workflow_id: string
    workflow_version: number
    organisation_registration_id: string
    event_id: string | null
    serials: string[]
    trigger:
      | 'event'
      | 'api'
      | 'dashboard'
      | 'replay'
      | 'workflow'
      | 'date'
      | 'absence'
      | 'segment'
      | 'broadcast'
    status: 'completed' | 'failed' | 'cancelled'
    outcome: 'success' | 'failure' | 'exited' | null
    error_code: string | null
  }
}

/** A guest gave or withdrew a consent. */
export interface ConsentChangedMessage {
  type: 'consent.changed'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    organisation_registration_id: string
    /** For a topic, topic: and its id; false is then a topic that was turned off. */
    field: string
    value: boolean
    how: 'registered' | 'workflow' | 'member' | 'guest' | 'integration'
  }
}

/** A guest was merged into another. */
export interface GuestMergedMessage {
  type: 'guest.merged'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    organisation_registration_id: string
    merged_id: string
  }
}

/** A merge was undone. */
export interface GuestMergeUndoneMessage {
  type: 'guest.merge_undone'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    organisation_registration_id: string
    merged_id: string
  }
}

/** An e-mail bounced, or an SMS was not delivered. */
export interface MessageBouncedMessage {
  type: 'message.bounced'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    message_id: string
    run_id: string | null
    organisation_registration_id: string
    channel: 'email' | 'sms'
    kind: 'soft_bounce' | 'hard_bounce' | 'undelivered'
  }
}

/** A subscription is tested. */
export interface TestMessage {
  type: 'test'
  /** When it happened. ISO 8601, UTC. */
  timestamp: string
  data: {
    message: string
  }
}

/** What a subscription posts: the payload of a verified webhook. */
export type SubscriptionMessage =
  | RunFinishedMessage
  | ConsentChangedMessage
  | GuestMergedMessage
  | GuestMergeUndoneMessage
  | MessageBouncedMessage
  | TestMessage

/** Venue. */
export interface Venue {
  serial: string
  name: string
  /** IANA name. */
  time_zone: string
  /** ISO 8601, UTC. */
  created_at: string
}

/** Why a workflow endpoint said no. */
export type ErrorCode =
  | 'invalid_json'
  | 'validation_failed'
  | 'invalid_cursor'
  | 'unauthenticated'
  | 'scope_needed'
  | 'address_not_allowed'
  | 'venue_not_allowed'
  | 'source_not_allowed'
  | 'not_found'
  | 'event_not_found'
  | 'guest_not_found'
  | 'workflow_not_found'
  | 'run_not_found'
  | 'broadcast_not_found'
  | 'import_not_found'
  | 'merge_not_found'
  | 'segment_not_found'
  | 'suppression_not_found'
  | 'subscription_not_found'
  | 'subscription_delivery_not_found'
  | 'method_not_allowed'
  | 'workflow_not_active'
  | 'run_finished'
  | 'broadcast_refused'
  | 'guest_exists'
  | 'same_guest'
  | 'merge_not_undone'
  | 'import_refused'
  | 'segment_in_use'
  | 'suppressed_already'
  | 'subscription_exists'
  | 'too_many_subscriptions'
  | 'subscription_paused'
  | 'idempotency_in_flight'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'unavailable'

/** Why the token endpoint said no. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'too_many_requests'
  | 'temporarily_unavailable'
  | 'server_error'
