// Written by scripts/write-types.ts from the contract.

import type {
  BroadcastAnswer,
  BroadcastChange,
  BroadcastEstimate,
  BroadcastList,
  EventAnswer,
  EventEntries,
  Guest,
  GuestAnswer,
  GuestFactsAnswer,
  GuestImport,
  GuestImportAnswer,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  GuestPatch,
  GuestPatched,
  GuestRecord,
  GuestRecorded,
  GuestsMerged,
  IdentifiedGuest,
  IncomingEvent,
  MergeRequest,
  MergeUndone,
  MissedDecided,
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
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGuest,
  SegmentList,
  SegmentPreview,
  SegmentQuestion,
  SentEvent,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDelivery,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  Suppression,
  SuppressionAnswer,
  SuppressionLift,
  TopicList,
  Venue,
  WholeSubscriptionDelivery,
  Workflow,
  WorkflowAnswer,
  WorkflowRun,
} from './types.ts'

/** Where each operation is. */
export const operations = {
  sendIncomingEvent: { method: 'POST', path: '/v1/workflows/incoming-event' },
  getIncomingEvent: { method: 'GET', path: '/v1/workflows/incoming-event/:id' },
  sendEvents: { method: 'POST', path: '/v1/events' },
  listEvents: { method: 'GET', path: '/v1/events' },
  listWorkflows: { method: 'GET', path: '/v1/workflows' },
  getWorkflow: { method: 'GET', path: '/v1/workflows/:workflowId' },
  storeWorkflowRun: { method: 'POST', path: '/v1/workflows/:workflowId/workflow-runs' },
  listWorkflowRuns: { method: 'GET', path: '/v1/workflows/:workflowId/workflow-runs' },
  getWorkflowRun: { method: 'GET', path: '/v1/workflows/:workflowId/workflow-runs/:runId' },
  cancelWorkflowRun: { method: 'POST', path: '/v1/workflows/:workflowId/workflow-runs/:runId/cancel' },
  listMissedOccasions: { method: 'GET', path: '/v1/workflows/:workflowId/missed' },
  decideMissedOccasions: { method: 'POST', path: '/v1/workflows/:workflowId/missed' },
  sendBroadcast: { method: 'POST', path: '/v1/workflows/:workflowId/broadcasts' },
  listBroadcasts: { method: 'GET', path: '/v1/workflows/:workflowId/broadcasts' },
  estimateBroadcast: { method: 'GET', path: '/v1/workflows/:workflowId/broadcasts/estimate' },
  patchBroadcast: { method: 'PATCH', path: '/v1/workflows/:workflowId/broadcasts/:broadcastId' },
  createGuest: { method: 'POST', path: '/v1/guests' },
  recordGuest: { method: 'PUT', path: '/v1/guests' },
  listGuests: { method: 'GET', path: '/v1/guests' },
  getGuest: { method: 'GET', path: '/v1/guests/:id' },
  patchGuest: { method: 'PATCH', path: '/v1/guests/:id' },
  getGuestFacts: { method: 'GET', path: '/v1/guests/:id/facts' },
  mergeGuests: { method: 'POST', path: '/v1/guests/:id/merge' },
  undoMerge: { method: 'POST', path: '/v1/guests/:id/merge/undo' },
  listTopics: { method: 'GET', path: '/v1/topics' },
  createGuestImport: { method: 'POST', path: '/v1/guest-imports' },
  listGuestImports: { method: 'GET', path: '/v1/guest-imports' },
  getGuestImport: { method: 'GET', path: '/v1/guest-imports/:id' },
  addGuestImportPart: { method: 'PUT', path: '/v1/guest-imports/:id/file' },
  startGuestImport: { method: 'POST', path: '/v1/guest-imports/:id/start' },
  cancelGuestImport: { method: 'POST', path: '/v1/guest-imports/:id/cancel' },
  undoGuestImport: { method: 'POST', path: '/v1/guest-imports/:id/undo' },
  listRefusedRows: { method: 'GET', path: '/v1/guest-imports/:id/refused-rows' },
  createSegment: { method: 'POST', path: '/v1/segments' },
  listSegments: { method: 'GET', path: '/v1/segments' },
  previewSegment: { method: 'POST', path: '/v1/segments/preview' },
  getSegment: { method: 'GET', path: '/v1/segments/:id' },
  patchSegment: { method: 'PATCH', path: '/v1/segments/:id' },
  deleteSegment: { method: 'DELETE', path: '/v1/segments/:id' },
  listSegmentGuests: { method: 'GET', path: '/v1/segments/:id/guests' },
  createSuppression: { method: 'POST', path: '/v1/suppressions' },
  listSuppressions: { method: 'GET', path: '/v1/suppressions' },
  getSuppression: { method: 'GET', path: '/v1/suppressions/:id' },
  liftSuppression: { method: 'POST', path: '/v1/suppressions/:id/lift' },
  createSubscription: { method: 'POST', path: '/v1/subscriptions' },
  listSubscriptions: { method: 'GET', path: '/v1/subscriptions' },
  getSubscription: { method: 'GET', path: '/v1/subscriptions/:id' },
  patchSubscription: { method: 'PATCH', path: '/v1/subscriptions/:id' },
  changeSubscriptionSecret: { method: 'POST', path: '/v1/subscriptions/:id/secret' },
  testSubscription: { method: 'POST', path: '/v1/subscriptions/:id/test' },
  replaySubscription: { method: 'POST', path: '/v1/subscriptions/:id/replay' },
  listSubscriptionDeliveries: { method: 'GET', path: '/v1/subscriptions/:id/deliveries' },
  getSubscriptionDelivery: { method: 'GET', path: '/v1/subscriptions/:id/deliveries/:deliveryId' },
  deleteSubscription: { method: 'DELETE', path: '/v1/subscriptions/:id' },
  listVenues: { method: 'GET', path: '/v1/venues' },
} as const

/** What each operation takes and answers; of a list, what one of its rows is. */
export interface Messages {
  sendIncomingEvent: {
    query: {
      /** true: the same answer, and nothing is stored. */
      dry_run?: 'true' | 'false'
    }
    body: IncomingEvent
    answer: EventAnswer
  }
  getIncomingEvent: {
    query: Record<never, never>
    body: undefined
    answer: EventAnswer
  }
  sendEvents: {
    query: Record<never, never>
    body: SentEvent | SentEvent[]
    answer: EventEntries
  }
  listEvents: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      source?: string
      organisation_registration_id?: string
      /** One of routed, unrouted, history, or several with commas between them. */
      status?: string
      /** ISO 8601, UTC. */
      since?: string
      /** ISO 8601, UTC. */
      until?: string
    }
    body: undefined
    row: Receipt
  }
  listWorkflows: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      /** One of draft, active, paused, cancelled, or several with commas between them. */
      status?: string
    }
    body: undefined
    row: Workflow
  }
  getWorkflow: {
    query: Record<never, never>
    body: undefined
    answer: WorkflowAnswer
  }
  storeWorkflowRun: {
    query: {
      /** true: the same answer, and nothing is stored. */
      dry_run?: 'true' | 'false'
    }
    body: RunRequest
    answer: RunAnswer
  }
  listWorkflowRuns: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      /** One of queued, running, waiting, paused, completed, failed, cancelled, or several with commas between them. */
      status?: string
      org_reg_id?: string
    }
    body: undefined
    row: WorkflowRun
  }
  getWorkflowRun: {
    query: Record<never, never>
    body: undefined
    answer: RunAnswer
  }
  cancelWorkflowRun: {
    query: Record<never, never>
    body: undefined
    answer: RunAnswer
  }
  listMissedOccasions: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
    }
    body: undefined
    row: MissedOccasion
  }
  decideMissedOccasions: {
    query: Record<never, never>
    body: MissedDecision
    answer: MissedDecided
  }
  sendBroadcast: {
    query: Record<never, never>
    body: undefined
    answer: BroadcastAnswer
  }
  listBroadcasts: {
    query: Record<never, never>
    body: undefined
    answer: BroadcastList
  }
  estimateBroadcast: {
    query: Record<never, never>
    body: undefined
    answer: BroadcastEstimate
  }
  patchBroadcast: {
    query: Record<never, never>
    body: BroadcastChange
    answer: BroadcastAnswer
  }
  createGuest: {
    query: Record<never, never>
    body: NewGuest
    answer: GuestAnswer
  }
  recordGuest: {
    query: Record<never, never>
    body: GuestRecord
    answer: GuestRecorded
  }
  listGuests: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      external_id?: string
      /** Whose id `external_id` is. Default: your own. */
      system?: string
      /** In any case. */
      email?: string
      /** In E.164, or as it is dialled in the country of the organisation. */
      phone?: string
    }
    body: undefined
    row: Guest
  }
  getGuest: {
    query: Record<never, never>
    body: undefined
    answer: IdentifiedGuest
  }
  patchGuest: {
    query: Record<never, never>
    body: GuestPatch
    answer: GuestPatched
  }
  getGuestFacts: {
    query: {
      /** Only at the venue with this serial. Default: at all venues. */
      serial?: string
    }
    body: undefined
    answer: GuestFactsAnswer
  }
  mergeGuests: {
    query: Record<never, never>
    body: MergeRequest
    answer: GuestsMerged
  }
  undoMerge: {
    query: Record<never, never>
    body: undefined
    answer: MergeUndone
  }
  listTopics: {
    query: Record<never, never>
    body: undefined
    answer: TopicList
  }
  createGuestImport: {
    query: Record<never, never>
    body: GuestImportRequest
    answer: GuestImportAnswer
  }
  listGuestImports: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
    }
    body: undefined
    row: GuestImport
  }
  getGuestImport: {
    query: Record<never, never>
    body: undefined
    answer: GuestImportAnswer
  }
  addGuestImportPart: {
    query: Record<never, never>
    body: GuestImportPart
    answer: GuestImportAnswer
  }
  startGuestImport: {
    query: Record<never, never>
    body: GuestImportStart
    answer: GuestImportAnswer
  }
  cancelGuestImport: {
    query: Record<never, never>
    body: undefined
    answer: GuestImportAnswer
  }
  undoGuestImport: {
    query: Record<never, never>
    body: undefined
    answer: GuestImportAnswer
  }
  listRefusedRows: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
    }
    body: undefined
    row: RefusedRow
  }
  createSegment: {
    query: Record<never, never>
    body: NewSegment
    answer: SegmentAnswer
  }
  listSegments: {
    query: Record<never, never>
    body: undefined
    answer: SegmentList
  }
  previewSegment: {
    query: Record<never, never>
    body: SegmentQuestion
    answer: SegmentPreview
  }
  getSegment: {
    query: Record<never, never>
    body: undefined
    answer: SegmentAnswer
  }
  patchSegment: {
    query: Record<never, never>
    body: SegmentChange
    answer: SegmentAnswer
  }
  deleteSegment: {
    query: Record<never, never>
    body: undefined
    answer: SegmentDeleted
  }
  listSegmentGuests: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
    }
    body: undefined
    row: SegmentGuest
  }
  createSuppression: {
    query: Record<never, never>
    body: NewSuppression
    answer: SuppressionAnswer
  }
  listSuppressions: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      /** The beginning of an e-mail address or of a phone number. */
      text?: string
      channel?: 'email' | 'sms'
      reason?: 'hard_bounce' | 'soft_bounces' | 'complaint' | 'member' | 'integration'
      lifted?: 'yes' | 'no'
    }
    body: undefined
    row: Suppression
  }
  getSuppression: {
    query: Record<never, never>
    body: undefined
    answer: SuppressionAnswer
  }
  liftSuppression: {
    query: Record<never, never>
    body: SuppressionLift
    answer: SuppressionAnswer
  }
  createSubscription: {
    query: Record<never, never>
    body: NewSubscription
    answer: SubscriptionSecretAnswer
  }
  listSubscriptions: {
    query: Record<never, never>
    body: undefined
    answer: SubscriptionList
  }
  getSubscription: {
    query: Record<never, never>
    body: undefined
    answer: SubscriptionAnswer
  }
  patchSubscription: {
    query: Record<never, never>
    body: SubscriptionChange
    answer: SubscriptionAnswer
  }
  changeSubscriptionSecret: {
    query: Record<never, never>
    body: undefined
    answer: SubscriptionSecretAnswer
  }
  testSubscription: {
    query: Record<never, never>
    body: undefined
    answer: SubscriptionTestAnswer
  }
  replaySubscription: {
    query: Record<never, never>
    body: SubscriptionReplay
    answer: SubscriptionReplayAnswer
  }
  listSubscriptionDeliveries: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
      /** failed: it was given up. It can be sent again. */
      state?: 'waiting' | 'delivered' | 'failed'
    }
    body: undefined
    row: SubscriptionDelivery
  }
  getSubscriptionDelivery: {
    query: Record<never, never>
    body: undefined
    answer: WholeSubscriptionDelivery
  }
  deleteSubscription: {
    query: Record<never, never>
    body: undefined
    answer: SubscriptionDeleted
  }
  listVenues: {
    query: {
      /** Rows a page, 1 to 100. Default 50. */
      limit?: string
      /** From links.next. */
      cursor?: string
    }
    body: undefined
    row: Venue
  }
}
