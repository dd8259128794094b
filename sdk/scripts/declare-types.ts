import { errorCatalogue } from '@millrace/contract/error'
import {
  EventAnswer,
  IncomingEvent,
  ReachedRun,
  Receipt,
  Skipped,
  SkipReason,
  StartedRun,
} from '@millrace/contract/event'
import {
  Guest,
  GuestAnswer,
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
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  RefusedRow,
} from '@millrace/contract/guest-import'
import { GivenIdentifier, Identifier } from '@millrace/contract/identifier'
import { MissedDecided, MissedDecision, MissedOccasion } from '@millrace/contract/missed'
import type { Operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { RunAnswer, RunOutcome, RunRequest, RunStatus, RunTrigger, WorkflowRun } from '@millrace/contract/run'
import {
  NewSegment,
  Segment,
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGuest,
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
import { EventEntries, EventEntry, SentEvent } from '@millrace/contract/sent-event'
import {
  NewSubscription,
  Subscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDelivery,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  WholeSubscriptionDelivery,
} from '@millrace/contract/subscription'
import { subscriptionMessages } from '@millrace/contract/subscription-message'
import {
  NewSuppression,
  Suppression,
  SuppressionAnswer,
  SuppressionLift,
} from '@millrace/contract/suppression'
import { OAuthErrorCode } from '@millrace/contract/token'
import { TopicList } from '@millrace/contract/topic'
import { Venue } from '@millrace/contract/venue'
import { GuestFactsAnswer, VisitFacts } from '@millrace/contract/visit'
import { Workflow, WorkflowAnswer, WorkflowStatus } from '@millrace/contract/workflow'

interface Schema {
  $id?: string
  title?: string
  description?: string
  type?: string | string[]
  enum?: readonly unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
}

const published = {
  IncomingEvent,
  EventAnswer,
  Receipt,
  ReachedRun,
  StartedRun,
  Skipped,
  SkipReason,
  SentEvent,
  EventEntries,
  EventEntry,
  RunRequest,
  RunAnswer,
  WorkflowRun,
  RunStatus,
  RunOutcome,
  RunTrigger,
  Workflow,
  WorkflowAnswer,
  WorkflowStatus,
  MissedOccasion,
  MissedDecision,
  MissedDecided,
  Broadcast,
  BroadcastList,
  BroadcastEstimate,
  BroadcastAnswer,
  BroadcastChange,
  NewGuest,
  GuestAnswer,
  Guest,
  GivenIdentifier,
  Identifier,
  IdentifiedGuest,
  GuestRecord,
  GuestRecorded,
  GuestPatch,
  GuestPatched,
  HeldByAnother,
  GuestMerge,
  GuestsMerged,
  MergeRequest,
  MergeUndone,
  GuestFactsAnswer,
  VisitFacts,
  GuestImport,
  GuestImportAnswer,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  RefusedRow,
  NewSegment,
  SegmentChange,
  SegmentUse,
  Segment,
  SegmentAnswer,
  SegmentList,
  SegmentDeleted,
  SegmentGuest,
  SegmentQuestion,
  SegmentPreview,
  NewSuppression,
  Suppression,
  SuppressionAnswer,
  SuppressionLift,
  NewSubscription,
  Subscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDelivery,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  WholeSubscriptionDelivery,
  TopicList,
  ...Object.fromEntries(Object.values(subscriptionMessages).map(schema => [schema.$id, schema])),
  SubscriptionMessage: {
    anyOf: Object.values(subscriptionMessages),
    title: 'What a subscription posts: the payload of a verified webhook',
  },
  Venue,
  ErrorCode: { enum: Object.keys(errorCatalogue), title: 'Why a workflow endpoint said no' },
  OAuthErrorCode: { ...OAuthErrorCode, title: 'Why the token endpoint said no' },
} as unknown as Record<string, Schema>

const WRITTEN = '// Written by scripts/write-types.ts from the contract.\n'

/** The contract's messages as plain TypeScript: the published client depends on nothing, so it cannot import them. */
export function declareTypes(): string {
  const declarations = Object.entries(published).map(([name, schema]) => {
    const about = comment([schema.title, schema.description])
    if (schema.properties === undefined) return `${about}export type ${name} = ${typeOf(schema)}\n`
    return `${about}export interface ${name} ${membersOf(schema)}\n`
  })
  return [WRITTEN, ...declarations].join('\n')
}

/** Where the operations are, for the calls; and what each takes and answers, for their types. */
export function declareOperations(): string {
  const operations: [string, Operation][] = Object.entries(v1)
  const places = operations.map(
    ([name, { method, path }]) => `${name}: { method: '${method}', path: '${path}' },\n`,
  )
  const messages = operations.map(([name, operation]) => `${name}: ${messagesOf(operation)}\n`)
  const named = Object.keys(published).filter(name =>
    messages.some(text => new RegExp(`\\b${name}\\b`).test(text)),
  )
  return [
    WRITTEN,
    `import type { ${named.join(', ')} } from './types.ts'\n`,
    `/** Where each operation is. */\nexport const operations = {\n${places.join('')}} as const\n`,
    `/** What each operation takes and answers; of a list, what one of its rows is. */\nexport interface Messages {\n${messages.join('')}}\n`,
  ].join('\n')
}

function messagesOf({ query, body, entries, answers }: Operation): string {
  const answer = Object.entries(answers).find(([status]) => status.startsWith('2'))?.[1] as Schema
  // Only a list has links.
  const rows = answer.properties?.links && answer.properties.data?.items
  return `{
    query: ${query === undefined ? 'Record<never, never>' : membersOf(query as Schema)}
    body: ${bodyOf(body ?? entries, entries !== undefined)}
    ${rows === undefined ? `answer: ${referenceTo(answer)}` : `row: ${referenceTo(rows)}`}
  }`
}

function bodyOf(schema: Operation['body'], several: boolean): string {
  if (schema === undefined) return 'undefined'
  const one = referenceTo(schema as Schema)
  return several ? `${one} | ${listOf(one)}` : one
}

/** Throws where a schema says something that this does not know, rather than guessing. */
function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(referenceTo).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return listOf(referenceTo(schema.items as Schema))
    case 'object':
      return objectType(schema)
    default:
      throw new Error(`This schema has no type: ${JSON.stringify(schema)}`)
  }
}

function objectType(schema: Schema): string {
  const values = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
  if (values === true) return 'Record<string, unknown>'
  if (typeof values === 'object') return `Record<string, ${referenceTo(values)}>`
  return membersOf(schema)
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment([schema.$id === undefined ? schema.description : undefined])}${name}${mark}: ${referenceTo(schema)}\n`
  })
  return `{\n${members.join('')}}`
}

/** A message inside another is called by its name. */
function referenceTo(schema: Schema): string {
  if (schema.$id === undefined) return typeOf(schema)
  if (published[schema.$id] === undefined) throw new Error(`${schema.$id} is used, and is not published.`)
  return schema.$id
}

const listOf = (type: string) => (/^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`)

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

function comment(sentences: (string | undefined)[]): string {
  const said = sentences.filter(sentence => sentence !== undefined)
  if (said.length === 0) return ''
  return `/** ${said.map(sentence => sentence.replace(/[^.]$/, '$&.')).join(' ')} */\n`
}
