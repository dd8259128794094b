import { ListLinks } from '@millrace/contract/common'
import { Problem } from '@millrace/contract/error'
import {
  EventAnswer,
  IncomingEvent,
  ReachedRun,
  Receipt,
  Skipped,
  StartedRun,
} from '@millrace/contract/event'
import {
  Guest,
  GuestAnswer,
  GuestList,
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
import {
  GuestImport,
  GuestImportAnswer,
  GuestImportList,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  RefusedRow,
  RefusedRowList,
} from '@millrace/contract/guest-import'
import { GivenIdentifier, Identifier } from '@millrace/contract/identifier'
import { MissedDecided, MissedDecision, MissedOccasion, MissedOccasionList } from '@millrace/contract/missed'
import { RunAnswer, RunList, RunRequest, WorkflowRun } from '@millrace/contract/run'
import {
  NewSegment,
  Segment,
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGuest,
  SegmentGuestList,
  SegmentList,
  SegmentPreview,
  SegmentQuestion,
  SegmentUse,
} from '@millrace/contract/segment'
import {
  Broadcast,
  BroadcastAnswer,
  BroadcastChange,
  BroadcastEstimate,
  BroadcastList,
} from '@millrace/contract/sent-broadcast'
import { EventEntries, EventEntry, EventList, SentEvent } from '@millrace/contract/sent-event'
import {
  NewSubscription,
  Subscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDelivery,
  SubscriptionDeliveryPage,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  WholeSubscriptionDelivery,
} from '@millrace/contract/subscription'
import {
  NewSuppression,
  Suppression,
  SuppressionAnswer,
  SuppressionLift,
  SuppressionList,
} from '@millrace/contract/suppression'
import {
  AuthorizationServer,
  Introspection,
  OAuthProblem,
  TokenQuestion,
  TokenRequest,
  TokenResponse,
} from '@millrace/contract/token'
import { TopicList } from '@millrace/contract/topic'
import { Venue, VenueList } from '@millrace/contract/venue'
import { GuestFactsAnswer, VisitFacts } from '@millrace/contract/visit'
import { Workflow, WorkflowAnswer, WorkflowList } from '@millrace/contract/workflow'
import type { TSchema } from 'typebox'

/** The named schemas: components of the OpenAPI document. */
export const namedSchemas: readonly TSchema[] = [
  AuthorizationServer,
  Broadcast,
  BroadcastAnswer,
  BroadcastChange,
  BroadcastEstimate,
  BroadcastList,
  EventAnswer,
  EventEntries,
  EventEntry,
  EventList,
  Guest,
  GuestAnswer,
  GuestFactsAnswer,
  GuestImport,
  GuestImportAnswer,
  GuestImportList,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  GuestList,
  GuestPatch,
  GuestPatched,
  GuestRecord,
  GuestRecorded,
  GivenIdentifier,
  HeldByAnother,
  GuestMerge,
  GuestsMerged,
  MergeRequest,
  MergeUndone,
  MissedDecided,
  MissedDecision,
  MissedOccasion,
  MissedOccasionList,
  IdentifiedGuest,
  Identifier,
  IncomingEvent,
  Introspection,
  ListLinks,
  NewGuest,
  NewSegment,
  NewSuppression,
  OAuthProblem,
  Problem,
  Receipt,
  RunAnswer,
  RunList,
  RunRequest,
  Segment,
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGuest,
  SegmentGuestList,
  SegmentList,
  SegmentPreview,
  SegmentQuestion,
  SegmentUse,
  SentEvent,
  Skipped,
  StartedRun,
  Suppression,
  SuppressionAnswer,
  TopicList,
  NewSubscription,
  Subscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDelivery,
  SubscriptionDeliveryPage,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  WholeSubscriptionDelivery,
  SuppressionLift,
  SuppressionList,
  ReachedRun,
  RefusedRow,
  RefusedRowList,
  TokenQuestion,
  TokenRequest,
  TokenResponse,
  Venue,
  VenueList,
  VisitFacts,
  Workflow,
  WorkflowAnswer,
  WorkflowList,
  WorkflowRun,
]

const names: ReadonlySet<unknown> = new Set(namedSchemas.map(schema => (schema as { $id?: string }).$id))

/**
 * The reference to a named schema; undefined for one without a name. Routes are compiled when they are first called, so a name that
 * nobody knows is an error here, when the server is built, and not in an answer.
 */
export function referenceTo(schema: unknown): string | undefined {
  const { $id } = schema as { readonly $id?: unknown }
  if (typeof $id !== 'string') return undefined
  if (!names.has($id))
    throw new Error(
      `The schema ${$id} is not known: add it to namedSchemas, or use plain() if only the dashboard has it.`,
    )
  return `${$id}#`
}

/**
 * The contract nests its schemas as values, which is what types need. Validators and the OpenAPI document want
 * each named one once: inside another it becomes a reference.
 */
export function withReferences(schema: unknown, top = true): unknown {
  if (Array.isArray(schema)) return schema.map(item => withReferences(item, false))
  if (schema === null || typeof schema !== 'object') return schema
  const $ref = top ? undefined : referenceTo(schema)
  if ($ref !== undefined) return { $ref }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value, false)]))
}
