import { type Static, Type } from 'typebox'
import { AnyObject, nullable, Timestamp, words } from './common.ts'
import { WorkflowDefinition } from './workflow.ts'

/** Building workflows: drafts, versions, the differences between them, the guests inside, and files. */

const closed = { additionalProperties: false } as const

/** In bytes: 500 steps, a kilobyte each; a large workflow has ten. */
export const LARGEST_DOCUMENT = 500_000

/** In bytes, of a request that has a document in it: texts may be written with escapes. */
export const LARGEST_DOCUMENT_BODY = 2 * LARGEST_DOCUMENT

export const WorkflowName = Type.String({ minLength: 1, maxLength: 200 })
export const WorkflowDescription = Type.String({ maxLength: 2_000 })

export const WorkflowFault = Type.Object(
  {
    path: Type.String({ description: 'Where in the document, as nodes.3.cases.0.when.' }),
    node: Type.Optional(Type.String({ description: 'The node it is about, by its id.' })),
    message: Type.String(),
    line: Type.Optional(Type.Integer({ description: 'Where in a template, counted from 1.' })),
    column: Type.Optional(Type.Integer()),
  },
  { $id: 'WorkflowFault', title: 'Something that keeps a workflow from being published' },
)
export type WorkflowFault = Static<typeof WorkflowFault>

export const WorkflowDraft = Type.Object(
  {
    revision: Type.Integer({ description: 'Grows with every save. A save names the one it was made from.' }),
    document: nullable(AnyObject, 'What people edit; null before the first save.'),
    saved_by: nullable(Type.String()),
    saved_at: nullable(Timestamp),
    unpublished: Type.Boolean({ description: 'Whether it is another document than the published version.' }),
  },
  { $id: 'WorkflowDraft', title: 'The draft of a workflow' },
)
export type WorkflowDraft = Static<typeof WorkflowDraft>

export const DraftToSave = Type.Object(
  {
    revision: Type.Integer({ minimum: 0 }),
    document: AnyObject,
    name: Type.Optional(WorkflowName),
    description: Type.Optional(WorkflowDescription),
  },
  { $id: 'DraftToSave', title: 'A draft to save', ...closed },
)
export type DraftToSave = Static<typeof DraftToSave>

const version = {
  version: Type.Integer(),
  published_by: Type.String(),
  published_at: Timestamp,
  current: Type.Boolean({ description: 'Whether new runs start on it.' }),
}

export const WorkflowVersion = Type.Object(version, { $id: 'WorkflowVersion', title: 'A published version' })
export type WorkflowVersion = Static<typeof WorkflowVersion>

export const WholeVersion = Type.Object(
  { ...version, definition: AnyObject },
  { $id: 'WholeVersion', title: 'A published version with its document' },
)
export type WholeVersion = Static<typeof WholeVersion>

export const GuestsInside = Type.Object(
  {
    total: Type.Integer(),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        guests: Type.Integer(),
        nodes: Type.Array(
          Type.Object({
            node_id: nullable(Type.String(), 'Where they stand; null before the first step.'),
            guests: Type.Integer(),
          }),
        ),
      }),
    ),
  },
  { $id: 'GuestsInside', title: 'Runs that are not finished, by version and node' },
)
export type GuestsInside = Static<typeof GuestsInside>

/** What happens to the guests inside: they continue, stay where they are until it is resumed, or leave. */
export const PublishRequest = Type.Object(
  {
    revision: Type.Integer({ minimum: 0 }),
    inside: words(['finish', 'end']),
    /** Required if transactional steps are new or have changed: see `transactional` of the publication. */
    confirm_transactional: Type.Optional(Type.Boolean()),
  },
  { $id: 'PublishRequest', title: 'Publish the draft', ...closed },
)
export type PublishRequest = Static<typeof PublishRequest>

export const StatusRequest = Type.Union(
  [
    Type.Object({ status: Type.Literal('active') }, closed),
    Type.Object({ status: Type.Literal('paused'), inside: Type.Optional(words(['hold', 'end'])) }, closed),
    Type.Object(
      { status: Type.Literal('cancelled'), inside: Type.Optional(words(['finish', 'end'])) },
      closed,
    ),
  ],
  { $id: 'StatusRequest', title: 'Resume, pause or cancel' },
)
export type StatusRequest = Static<typeof StatusRequest>

/** `before` is absent for what was added, `after` for what was removed. */
export const FieldChange = Type.Object({
  path: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
})
export type FieldChange = Static<typeof FieldChange>

const ChangeKind = words(['added', 'removed', 'changed'])

export const WorkflowDifference = Type.Object(
  {
    trigger: Type.Array(FieldChange),
    variables: Type.Array(
      Type.Object({ key: Type.String(), kind: ChangeKind, changes: Type.Array(FieldChange) }),
    ),
    exits: Type.Array(FieldChange),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        label: nullable(Type.String()),
        kind: ChangeKind,
        changes: Type.Array(FieldChange),
      }),
    ),
    edges: Type.Array(
      Type.Object(
        { node: Type.String(), ...FieldChange.properties },
        { description: 'Ways of nodes that are in both; path is the field of the node.' },
      ),
    ),
    other: Type.Array(FieldChange),
  },
  { $id: 'WorkflowDifference', title: 'What is different between two documents' },
)
export type WorkflowDifference = Static<typeof WorkflowDifference>

/** A workflow as a file, to keep in git and import with the command line. */
export const WorkflowFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'For editors.' })),
    millrace: Type.Literal(1, { description: 'The version of this format.' }),
    name: WorkflowName,
    description: Type.Optional(WorkflowDescription),
    definition: WorkflowDefinition,
  },
  { title: 'A Millrace workflow', ...closed },
)
export type WorkflowFile = Static<typeof WorkflowFile>
