import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  DraftAnswer,
  DraftConflictAnswer,
  DraftSave,
  Publication,
  Publish,
  PublishAnswer,
  Restoration,
  Validation,
  ValidationAnswer,
  VersionDifference,
  VersionPage,
  VersionWithDefinition,
} from '../../dashboard/workflows.ts'
import { LARGEST_DOCUMENT_BODY } from '../../workflow-management.ts'
import { operation } from '../operation.ts'

export const saveDraft = operation({
  method: 'PUT',
  path: '/dashboard/api/workflows/:id/draft',
  access: 'member',
  role: 'editor',
  summary: 'Save the draft, valid or not',
  body: DraftSave,
  bodyLimit: LARGEST_DOCUMENT_BODY,
  heavy: true,
  answers: { 200: DraftAnswer, 409: DraftConflictAnswer },
})

export const readPublication = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/publication',
  access: 'member',
  role: 'viewer',
  summary: 'What publishing the draft would change, and for how many guests',
  heavy: true,
  answers: { 200: Publication },
})

export const publishDraft = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/publish',
  access: 'member',
  role: 'editor',
  summary: 'Make the draft the next version',
  description:
    'Only the draft that was seen, by its revision; and only when it is valid and its simulations hold.',
  body: Publish,
  heavy: true,
  answers: { 200: PublishAnswer, 409: DraftConflictAnswer },
})

export const validateDraft = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/validate',
  access: 'member',
  role: 'viewer',
  summary: 'What keeps a document, or the draft, from being published',
  body: Validation,
  bodyLimit: LARGEST_DOCUMENT_BODY,
  heavy: true,
  answers: { 200: ValidationAnswer },
})

export const listVersions = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/versions',
  access: 'member',
  role: 'viewer',
  summary: 'Who published what, and when',
  query: Type.Object(PageQuery),
  answers: { 200: VersionPage },
})

export const readDifference = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/versions/:version/difference',
  access: 'member',
  role: 'viewer',
  summary: 'What a version changed, or how another one or the draft differs from it',
  description: 'Without `to`: from the version before to this one. `to` is a version or `draft`.',
  query: Type.Object({
    to: Type.Optional(Type.String({ pattern: '^(draft|[1-9][0-9]{0,8})$' })),
  }),
  heavy: true,
  answers: { 200: VersionDifference },
})

export const restoreVersion = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/versions/:version/restore',
  access: 'member',
  role: 'editor',
  summary: 'Make a published version the draft; nothing that is live changes',
  body: Restoration,
  heavy: true,
  answers: { 200: DraftAnswer, 409: DraftConflictAnswer },
})

export const readVersion = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/versions/:version',
  access: 'member',
  role: 'viewer',
  summary: 'A published version with its document',
  answers: { 200: VersionWithDefinition },
})
