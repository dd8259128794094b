import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'
import { EmailBlocks } from '../email-blocks.ts'
import type { MessageNode } from '../in-language.ts'
import { NodeId } from '../node.ts'
import { Language } from '../translation.ts'
import { Workflow, WorkflowStatus } from '../workflow.ts'
import {
  DraftToSave,
  GuestsInside,
  PublishRequest,
  WholeVersion,
  WorkflowDescription,
  WorkflowDifference,
  WorkflowDraft,
  WorkflowFault,
  WorkflowName,
  WorkflowVersion,
} from '../workflow-management.ts'
import { plain } from './plain.ts'

const closed = { additionalProperties: false } as const

export const Draft = plain(WorkflowDraft)
export const Fault = plain(WorkflowFault)
export const Inside = plain(GuestsInside)
export const Difference = plain(WorkflowDifference)
export const Version = plain(WorkflowVersion)
export const VersionWithDefinition = plain(WholeVersion)
export const DraftSave = plain(DraftToSave)
export const Publish = plain(PublishRequest)

const Week = Type.Object({
  runs: Type.Integer(),
  success: Type.Integer(),
  failure: Type.Integer(),
  exited: Type.Integer(),
  failed: Type.Integer(),
})

const Label = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f]*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$',
  })

/** Where members keep a workflow in the list. */
export const WorkflowPlace = Type.Object(
  {
    folder: nullable(Label(60)),
    tags: Type.Array(Label(40), { maxItems: 20, uniqueItems: true }),
  },
  closed,
)
export type WorkflowPlace = Static<typeof WorkflowPlace>

export const WorkflowPlaces = Type.Object({
  folders: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
})

export const WorkflowInList = Type.Object({
  ...Workflow.properties,
  folder: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  published_at: nullable(Timestamp, 'When what is live was published.'),
  published_by: nullable(Type.String()),
  start: nullable(AnyObject, 'What starts it: the trigger of its document, if that can be read.'),
  sentence: nullable(Type.String(), 'What it does; null for a draft that cannot be read yet.'),
  guests_inside: Type.Integer({ description: 'Counted up to ten thousand.' }),
  last_7_days: nullable(Week, 'null for members of some venues: they are counted for all venues together.'),
  last_28_days: nullable(
    Type.Object({
      entered: Type.Integer({ description: 'Runs that began.' }),
      success: Type.Integer({ description: 'Those of them that ended in success.' }),
      failed: Type.Integer(),
      sent: Type.Integer({ description: 'E-mails, SMS and other messages to guests that were handed over.' }),
      days: Type.Array(Type.Integer(), { description: 'Runs that began, of each day, oldest first.' }),
    }),
    'null for the same members.',
  ),
  unpublished: Type.Boolean({ description: 'Whether its draft is another document than what is live.' }),
})
export type WorkflowInList = Static<typeof WorkflowInList>

export const WorkflowPage = Type.Object({ data: Type.Array(WorkflowInList), links: ListLinks })

/** At most one of template, duplicate_of and file. A name is required unless one of them supplies it. */
export const NewWorkflow = Type.Object(
  {
    name: Type.Optional(WorkflowName),
    description: Type.Optional(WorkflowDescription),
    template: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    duplicate_of: Type.Optional(Uuid),
    file: Type.Optional(AnyObject),
  },
  closed,
)
export type NewWorkflow = Static<typeof NewWorkflow>

export const WholeWorkflow = Type.Object({
  workflow: Workflow,
  sentence: nullable(Type.String()),
  draft: Draft,
  published: nullable(VersionWithDefinition),
  faults: Type.Array(Fault),
})
export type WholeWorkflow = Static<typeof WholeWorkflow>

export const WorkflowAnswer = Type.Object({ message: Type.String(), ...WholeWorkflow.properties })

export const DraftAnswer = Type.Object({
  message: Type.String(),
  draft: Draft,
  faults: Type.Array(Fault),
  sentence: nullable(Type.String()),
})

/** Someone else has saved it meanwhile: who, when, and what. */
export const DraftConflictAnswer = Type.Object({
  message: Type.String(),
  code: Type.Literal('draft_conflict'),
  current: Type.Object({
    revision: Type.Integer(),
    saved_by: nullable(Type.String()),
    saved_at: nullable(Timestamp),
    document: nullable(AnyObject),
  }),
  request_id: Type.String(),
})

export const Validation = Type.Object(
  {
    document: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'Default: the draft.' }),
    ),
  },
  closed,
)

export const ValidationAnswer = Type.Object({
  valid: Type.Boolean(),
  faults: Type.Array(Fault),
  sentence: nullable(Type.String()),
})

/** What is shown before publishing. */
export const Publication = Type.Object({
  revision: Type.Integer(),
  publishable: Type.Boolean(),
  faults: Type.Array(Fault),
  difference: nullable(Difference, 'null: nothing was published before.'),
  sentences: Type.Array(Type.String(), { description: 'The difference, in words.' }),
  guests_inside: Inside,
  simulations: Type.Array(Type.String(), { description: 'The names of those that have to hold.' }),
  transactional: Type.Array(NodeId, {
    description: 'The steps for which publishing has to confirm that they are transactional.',
  }),
  gives_consent: Type.Array(NodeId, {
    description:
      'The steps that give a consent to e-mail, which guests do not confirm although double opt-in is on.',
  }),
  already_in: nullable(
    Type.Integer(),
    'How many guests are in the segment that starts it and have not been considered, where they are started too; null for any other trigger.',
  ),
})
export type Publication = Static<typeof Publication>

export const PublishAnswer = Type.Object({
  message: Type.String(),
  version: Type.Integer(),
  workflow: Workflow,
})

export const StatusChange = Type.Object(
  {
    status: words(['active', 'paused', 'cancelled']),
    inside: Type.Optional(words(['hold', 'finish', 'end'])),
  },
  closed,
)
export type StatusChange = Static<typeof StatusChange>

export const StatusAnswer = Type.Object({ message: Type.String(), workflow: Workflow })

export const VersionPage = Type.Object({ data: Type.Array(Version), links: ListLinks })

export const VersionDifference = Type.Object({
  from: nullable(Type.Integer(), 'null: there was none before.'),
  to: nullable(Type.Integer(), 'null: the draft.'),
  difference: nullable(Difference),
  sentences: Type.Array(Type.String()),
})

export const Restoration = Type.Object({ revision: Type.Integer({ minimum: 0 }) }, closed)

/** How many guests are at each node, and what the latest runs did there. */
export const NodeCounts = Type.Object({
  runs: Type.Integer({ description: 'How many of the latest runs were looked at; at most a thousand.' }),
  nodes: Type.Array(
    Type.Object({
      node_id: Type.String(),
      inside: Type.Integer(),
      completed: Type.Integer(),
      skipped: Type.Integer(),
      failed: Type.Integer(),
      clicked: Type.Integer({ description: 'In how many of them a link of its message was followed.' }),
    }),
  ),
  ways: Type.Array(
    Type.Object({
      node_id: Type.String(),
      handle: Type.String({ description: 'The connection, as `cases.0`, `else`, `timeout` or `next`.' }),
      taken: Type.Integer({ description: 'How often the latest runs left the step by it.' }),
      success: Type.Integer({ description: 'How many of those runs have ended in success.' }),
    }),
    { description: 'Of steps that can be left in several ways.' },
  ),
})
export type NodeCounts = Static<typeof NodeCounts>

/** The receipts of the days on which the clock considered guests. */
export const DueDays = Type.Object({
  data: Type.Array(
    Type.Object({
      day: Type.String({ description: 'By the clock of the time zone.' }),
      time_zone: Type.String(),
      due_at: Timestamp,
      considered: Type.Integer(),
      started: Type.Integer(),
      skipped: Type.Record(Type.String(), Type.Integer(), { description: 'How many, by reason.' }),
      missed: Type.Integer({ description: 'Who were due and not considered.' }),
      missed_because: nullable(words(['workflow_paused', 'too_late', 'source_silent'])),
    }),
  ),
})
export type DueDays = Static<typeof DueDays>

export const WorkflowTemplate = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  sentence: Type.String(),
  definition: AnyObject,
})
export type WorkflowTemplate = Static<typeof WorkflowTemplate>

export const WorkflowTemplateList = Type.Object({ data: Type.Array(WorkflowTemplate) })

export const PreviewRequest = Type.Object(
  {
    /** A text, or the blocks of an e-mail: they are rendered to HTML. */
    text: Type.Optional(Type.String({ maxLength: 100_000 })),
    blocks: Type.Optional(EmailBlocks),
    channel: words(['html', 'text', 'subject', 'sms', 'json', 'url']),
    /** The guest to render for. Default: an invented guest. */
    guest_id: Type.Optional(Uuid),
    event_id: Type.Optional(Uuid),
    /** The workflow whose name and variables are used. Default: none. */
    workflow_id: Type.Optional(Uuid),
    /** In which dates and numbers are written. Default: that of the venue or the organisation. */
    language: Type.Optional(Language),
    /** An SMS that is marketing: with how to end it. */
    marketing: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type PreviewRequest = Static<typeof PreviewRequest>

/** What is known of an e-mail of blocks besides how it looks. */
export const EmailPreviewed = Type.Object({
  plain: Type.String({ description: 'Its text part.' }),
  bytes: Type.Integer({ description: 'How large its HTML is.' }),
  image_bytes: Type.Integer({ description: 'How large its uploaded images are together.' }),
  has_unsubscribe: Type.Boolean({
    description:
      'Whether it has a link to unsubscribe or to the preferences. Marketing without one gets it below.',
  }),
  lacking: Type.Array(Type.Object({ value: Type.String(), guests: Type.Integer(), of: Type.Integer() }), {
    description:
      'Values without a default that some of the newest guests do not have, with how many of how many.',
  }),
  not_understood: Type.Array(
    Type.Object({ feature: Type.String(), by: words(['outlook', 'gmail', 'both', 'most']) }),
    {
      description:
        'HTML and CSS that Outlook on Windows, Gmail, both or most mail programs drop, as it is written.',
    },
  ),
})
export type EmailPreviewed = Static<typeof EmailPreviewed>

export const Preview = Type.Object({
  text: nullable(Type.String(), 'null: it cannot be rendered, see faults.'),
  variables: Type.Array(Type.String()),
  faults: Type.Array(Type.Object({ message: Type.String(), line: Type.Integer(), column: Type.Integer() })),
  email: Type.Optional(EmailPreviewed),
  sms: Type.Optional(
    Type.Object(
      {
        encoding: Type.String(),
        segments: Type.Integer(),
        units: Type.Integer(),
        longest: Type.Optional(
          Type.Object(
            { encoding: Type.String(), segments: Type.Integer() },
            { description: 'The same for the newest guest whose name makes it the most messages.' },
          ),
        ),
      },
      { description: 'How many messages an SMS is charged as.' },
    ),
  ),
})
export type Preview = Static<typeof Preview>

export const MessageTest = Type.Object(
  {
    /** The step as it is written; for a translation, with that in place of the texts of the step. */
    node: Type.Unsafe<MessageNode>(AnyObject),
    /** Of the translation. */
    language: Type.Optional(Language),
    /** As whom it is written. Default: the member. */
    guest_id: Type.Optional(Uuid),
    /** For an SMS: the number that gets it. */
    to: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  },
  closed,
)
export type MessageTest = Static<typeof MessageTest>

export const LinkCheck = Type.Object(
  {
    urls: Type.Array(Type.String({ minLength: 1, maxLength: 2_048, pattern: '^https?://[^\\u0000]+$' }), {
      minItems: 1,
      maxItems: 30,
    }),
  },
  closed,
)

export const LinksChecked = Type.Object({
  data: Type.Array(
    Type.Object({
      url: Type.String(),
      state: words(['works', 'broken', 'unclear']),
      message: Type.String({ description: 'What was found, in a sentence.' }),
    }),
  ),
})
export type LinksChecked = Static<typeof LinksChecked>

export const MessageTested = Type.Object({ message: Type.String() })

export const workflowFilter = {
  folder: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]+$' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\u0000]+$' })),
  status: Type.Optional(WorkflowStatus),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Part of its name.', pattern: '^[^\\u0000]+$' }),
  ),
}
