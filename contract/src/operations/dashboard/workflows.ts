import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy, words } from '../../common.ts'
import {
  DueDays,
  Inside,
  LinkCheck,
  LinksChecked,
  MessageTest,
  MessageTested,
  NewWorkflow,
  NodeCounts,
  Preview,
  PreviewRequest,
  StatusAnswer,
  StatusChange,
  WholeWorkflow,
  WorkflowAnswer,
  WorkflowPage,
  WorkflowPlace,
  WorkflowPlaces,
  WorkflowTemplateList,
  workflowFilter,
} from '../../dashboard/workflows.ts'
import { Message } from '../../member.ts'
import { MissedDecided, MissedDecision, MissedGuestList } from '../../missed.ts'
import { LARGEST_DOCUMENT_BODY } from '../../workflow-management.ts'
import { operation } from '../operation.ts'

export const previewTemplate = operation({
  method: 'POST',
  path: '/dashboard/api/template-preview',
  access: 'member',
  role: 'viewer',
  summary: 'Render a text for a guest and an event, without saving or sending it',
  body: PreviewRequest,
  bodyLimit: 500_000,
  heavy: true,
  answers: { 200: Preview },
})

export const testMessage = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/test-message',
  access: 'member',
  role: 'editor',
  summary:
    'Send one message of a workflow to the member who asks, as it is written and as a guest would get it',
  description:
    'An e-mail goes to the member’s own address, an SMS to a number. Nothing is stored, and links to unsubscribe change nothing.',
  body: MessageTest,
  bodyLimit: 500_000,
  heavy: true,
  answers: { 200: MessageTested },
})

export const checkLinks = operation({
  method: 'POST',
  path: '/dashboard/api/link-check',
  access: 'member',
  role: 'editor',
  summary: 'Check whether links work',
  description:
    'Each gets a HEAD request, and a GET request if that is refused. Redirects are followed. Private addresses are not asked.',
  body: LinkCheck,
  heavy: true,
  answers: { 200: LinksChecked },
})

export const listWorkflowTemplates = operation({
  method: 'GET',
  path: '/dashboard/api/workflow-templates',
  access: 'member',
  role: 'viewer',
  summary: 'Workflows to start from',
  answers: { 200: WorkflowTemplateList },
})

export const listWorkflows = operation({
  method: 'GET',
  path: '/dashboard/api/workflows',
  access: 'member',
  role: 'viewer',
  summary: 'List the workflows',
  description:
    'Newest first, unless it is sorted otherwise, each with a sentence that reads it back, the guests inside, its last seven days and its last twenty-eight.',
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('created', 'name', 'updated', 'published'),
    ...workflowFilter,
  }),
  answers: { 200: WorkflowPage },
})

export const countWorkflows = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/count',
  access: 'member',
  role: 'viewer',
  summary: 'How many workflows there are, by the same filters as the list',
  query: Type.Object(workflowFilter),
  answers: { 200: ListCount },
})

export const createWorkflow = operation({
  method: 'POST',
  path: '/dashboard/api/workflows',
  access: 'member',
  role: 'editor',
  summary: 'Make a workflow: blank, from a template, as a copy, or from a file',
  body: NewWorkflow,
  bodyLimit: LARGEST_DOCUMENT_BODY,
  heavy: true,
  answers: { 201: WorkflowAnswer },
})

export const listWorkflowPlaces = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/places',
  access: 'member',
  role: 'viewer',
  summary: 'The folders and tags that workflows have',
  answers: { 200: WorkflowPlaces },
})

export const placeWorkflow = operation({
  method: 'PUT',
  path: '/dashboard/api/workflows/:id/place',
  access: 'member',
  role: 'editor',
  summary: 'Put a workflow into a folder, and give it tags',
  description: 'For the list only: nothing that it does depends on it, and its document stays as it is.',
  body: WorkflowPlace,
  answers: { 200: Message },
})

export const exportWorkflows = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/export',
  access: 'member',
  role: 'viewer',
  summary: 'The list of workflows as a file, by the same filters',
  query: Type.Object({ format: words(['csv']), ...workflowFilter }),
  answers: { 200: { description: 'The file.' } },
})

export const exportWorkflow = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/file',
  access: 'member',
  role: 'viewer',
  summary: 'A workflow as a file: its draft, or one of its versions',
  query: Type.Object({ version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })) }),
  answers: { 200: { description: 'The file, as the command line reads and writes it.' } },
})

export const readWorkflow = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id',
  access: 'member',
  role: 'viewer',
  summary: 'A workflow with its draft, what is live, and what is wrong with the draft',
  heavy: true,
  answers: { 200: WholeWorkflow },
})

export const countGuestsInside = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/inside',
  access: 'member',
  role: 'viewer',
  summary: 'The guests inside, by the version they are on and the node they stand at',
  answers: { 200: Inside },
})

export const countNodes = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/nodes',
  access: 'member',
  role: 'viewer',
  summary: 'How many guests stand at each node, and what the latest runs did there',
  answers: { 200: NodeCounts },
})

export const listDueDays = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/due-days',
  access: 'member',
  role: 'viewer',
  summary: 'The latest days on which guests were due, and what was done with them',
  description: 'For a workflow that a date, an absence or a segment starts. The newest first, at most sixty.',
  answers: { 200: DueDays },
})

export const listMissedGuests = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/missed',
  access: 'member',
  role: 'viewer',
  summary: 'The guests who were due while the workflow was paused or the server was off',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: MissedGuestList },
})

export const decideMissedGuests = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/missed',
  access: 'member',
  role: 'editor',
  summary: 'Start guests who were missed, or let them go',
  description: 'Each occasion once, however often it is asked.',
  body: MissedDecision,
  answers: { 200: MissedDecided },
})

export const setWorkflowStatus = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/status',
  access: 'member',
  role: 'editor',
  summary: 'Pause, resume or cancel a workflow',
  description:
    'Guests inside a paused one are held or ended; those inside a cancelled one finish or are ended.',
  body: StatusChange,
  answers: { 200: StatusAnswer },
})
