import { Type } from 'typebox'
import { words } from '../../common.ts'
import { ResetLinkAnswer } from '../../dashboard/members.ts'
import {
  InvitationAnswer,
  MemberAnswer,
  MemberChange,
  MemberList,
  Message,
  NewInvitation,
} from '../../member.ts'
import { operation } from '../operation.ts'

export const listMembers = operation({
  method: 'GET',
  path: '/dashboard/api/members',
  access: 'member',
  role: 'viewer',
  summary: 'List the members, and for owners the open invitations',
  answers: { 200: MemberList },
})

export const exportMembers = operation({
  method: 'GET',
  path: '/dashboard/api/members/export',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'The members as a file',
  query: Type.Object({ format: words(['csv']) }),
  answers: { 200: { description: 'The file.' } },
})

export const removeMember = operation({
  method: 'DELETE',
  path: '/dashboard/api/members/:id',
  access: 'member',
  role: 'owner',
  summary: 'Remove a member; they are signed out at once',
  answers: { 200: Message },
})

export const changeMember = operation({
  method: 'PATCH',
  path: '/dashboard/api/members/:id',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: "Change a member's role and venues",
  body: MemberChange,
  answers: { 200: MemberAnswer },
})

export const inviteMember = operation({
  method: 'POST',
  path: '/dashboard/api/members/invitations',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Invite a member by a link',
  body: NewInvitation,
  answers: { 201: InvitationAnswer },
})

export const withdrawInvitation = operation({
  method: 'DELETE',
  path: '/dashboard/api/members/invitations/:id',
  access: 'member',
  role: 'owner',
  summary: 'Take an invitation back',
  answers: { 200: Message },
})

export const makeResetLink = operation({
  method: 'POST',
  path: '/dashboard/api/members/:id/reset-link',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Make a link by which a member chooses a new password',
  answers: { 201: ResetLinkAnswer },
})
