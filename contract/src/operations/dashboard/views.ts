import { Type } from 'typebox'
import { words } from '../../common.ts'
import { listsWithViews } from '../../dashboard/saved-filters.ts'
import { NewView, ViewAnswer, ViewChange, ViewList } from '../../dashboard/views.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

export const listViews = operation({
  method: 'GET',
  path: '/dashboard/api/views',
  access: 'member',
  role: 'viewer',
  summary: 'The saved views of a list: the member’s own, and those that are shared',
  query: Type.Object({ list: Type.Optional(words(listsWithViews)) }),
  answers: { 200: ViewList },
})

export const saveView = operation({
  method: 'POST',
  path: '/dashboard/api/views',
  access: 'member',
  role: 'viewer',
  summary: 'Save the filters and columns of a list under a name',
  description: 'To share it, the role of an editor is needed.',
  body: NewView,
  answers: { 201: ViewAnswer },
})

export const changeView = operation({
  method: 'PATCH',
  path: '/dashboard/api/views/:id',
  access: 'member',
  role: 'viewer',
  summary: 'Rename, update or share a saved view',
  description: 'The member’s own, or as an owner any that is shared.',
  body: ViewChange,
  answers: { 200: ViewAnswer },
})

export const deleteView = operation({
  method: 'DELETE',
  path: '/dashboard/api/views/:id',
  access: 'member',
  role: 'viewer',
  summary: 'Delete a saved view',
  description: 'The member’s own, or as an owner any that is shared.',
  answers: { 200: Message },
})
