import { CommentAnswer, CommentChange, CommentList, NewComment } from '../../dashboard/comments.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

export const listComments = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/comments',
  access: 'member',
  role: 'viewer',
  summary: 'What members say about a workflow and its steps, oldest first; at most five hundred',
  answers: { 200: CommentList },
})

export const addComment = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/comments',
  access: 'member',
  role: 'editor',
  summary: 'Comment on a workflow, or on one of its steps',
  body: NewComment,
  answers: { 201: CommentAnswer },
})

export const changeComment = operation({
  method: 'PATCH',
  path: '/dashboard/api/workflows/:id/comments/:commentId',
  access: 'member',
  role: 'editor',
  summary: 'Resolve a comment, or open it again',
  body: CommentChange,
  answers: { 200: CommentAnswer },
})

export const deleteComment = operation({
  method: 'DELETE',
  path: '/dashboard/api/workflows/:id/comments/:commentId',
  access: 'member',
  role: 'editor',
  summary: 'Delete a comment',
  description: 'The member’s own, or as an owner any.',
  answers: { 200: Message },
})
