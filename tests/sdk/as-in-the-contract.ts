import type { ErrorCode } from '@millrace/contract/error'
import type {
  EventAnswer,
  IncomingEvent,
  ReachedRun,
  Receipt,
  Skipped,
  SkipReason,
  StartedRun,
} from '@millrace/contract/event'
import type {
  Guest,
  GuestMerge,
  GuestPatch,
  GuestPatched,
  GuestRecord,
  GuestRecorded,
  GuestsMerged,
  HeldByAnother,
  IdentifiedGuest,
  MergeRequest,
  MergeUndone,
  NewGuest,
} from '@millrace/contract/guest'
import type {
  GuestImport,
  GuestImportAnswer,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  RefusedRow,
} from '@millrace/contract/guest-import'
import type { GivenIdentifier, Identifier } from '@millrace/contract/identifier'
import type {
  RunAnswer,
  RunOutcome,
  RunRequest,
  RunStatus,
  RunTrigger,
  WorkflowRun,
} from '@millrace/contract/run'
import type {
  NewSegment,
  SegmentChange,
  SegmentGuest,
  SegmentPreview,
  SegmentQuestion,
  SegmentUse,
} from '@millrace/contract/segment'
import type { EventEntries, EventEntry, SentEvent } from '@millrace/contract/sent-event'
import type { OAuthErrorCode } from '@millrace/contract/token'
import type { Venue } from '@millrace/contract/venue'
import type { Workflow, WorkflowStatus } from '@millrace/contract/workflow'
import type * as client from '../../sdk/src/types.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type Agree<A, B> = Same<Plain<A>, Plain<B>>
type AllTrue<T extends true[]> = T

/** Checked by the compiler: what is written from the schemas is what the schemas are to TypeScript. */
export type AsInTheContract = AllTrue<
  [
    Agree<client.IncomingEvent, IncomingEvent>,
    Agree<client.EventAnswer, EventAnswer>,
    Agree<client.Receipt, Receipt>,
    Agree<client.StartedRun, StartedRun>,
    Agree<client.ReachedRun, ReachedRun>,
    Agree<client.Skipped, Skipped>,
    Agree<client.SkipReason, SkipReason>,
    Agree<client.SentEvent, SentEvent>,
    Agree<client.EventEntries, EventEntries>,
    Agree<client.EventEntry, EventEntry>,
    Agree<client.RunRequest, RunRequest>,
    Agree<client.RunAnswer, RunAnswer>,
    Agree<client.WorkflowRun, WorkflowRun>,
    Agree<client.RunStatus, RunStatus>,
    Agree<client.RunOutcome, RunOutcome>,
    Agree<client.RunTrigger, RunTrigger>,
    Agree<client.Workflow, Workflow>,
    Agree<client.WorkflowStatus, WorkflowStatus>,
    Agree<client.NewGuest, NewGuest>,
    Agree<client.NewSegment, NewSegment>,
    Agree<client.SegmentChange, SegmentChange>,
    Agree<client.SegmentGuest, SegmentGuest>,
    Agree<client.SegmentPreview, SegmentPreview>,
    Agree<client.SegmentQuestion, SegmentQuestion>,
    Agree<client.SegmentUse, SegmentUse>,
    Agree<client.Guest, Guest>,
    Agree<client.GivenIdentifier, GivenIdentifier>,
    Agree<client.Identifier, Identifier>,
    Agree<client.IdentifiedGuest, IdentifiedGuest>,
    Agree<client.GuestRecord, GuestRecord>,
    Agree<client.GuestRecorded, GuestRecorded>,
    Agree<client.GuestPatch, GuestPatch>,
    Agree<client.GuestPatched, GuestPatched>,
    Agree<client.HeldByAnother, HeldByAnother>,
    Agree<client.GuestMerge, GuestMerge>,
    Agree<client.GuestsMerged, GuestsMerged>,
    Agree<client.MergeRequest, MergeRequest>,
    Agree<client.MergeUndone, MergeUndone>,
    Agree<client.GuestImport, GuestImport>,
    Agree<client.GuestImportAnswer, GuestImportAnswer>,
    Agree<client.GuestImportPart, GuestImportPart>,
    Agree<client.GuestImportRequest, GuestImportRequest>,
    Agree<client.GuestImportStart, GuestImportStart>,
    Agree<client.RefusedRow, RefusedRow>,
    Agree<client.Venue, Venue>,
    Agree<client.ErrorCode, ErrorCode>,
    Agree<client.OAuthErrorCode, OAuthErrorCode>,
  ]
>
