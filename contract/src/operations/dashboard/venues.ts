import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy, words } from '../../common.ts'
import {
  Change,
  NewVenue,
  OwnValues,
  OwnVenue,
  VenueActivity,
  VenueAnswer,
  VenuePage,
  venueFilter,
  WorkflowsAtVenue,
} from '../../dashboard/venues.ts'
import { DraftConflictAnswer } from '../../dashboard/workflows.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

export const listVenues = operation({
  method: 'GET',
  path: '/dashboard/api/venues',
  access: 'member',
  role: 'viewer',
  summary: 'List the venues that you see, with all that is set for them',
  query: Type.Object({ ...PageQuery, ...sortedBy('serial', 'name'), ...venueFilter }),
  answers: { 200: VenuePage },
})

export const countVenues = operation({
  method: 'GET',
  path: '/dashboard/api/venues-count',
  access: 'member',
  role: 'viewer',
  summary: 'How many venues there are, by the same filters as the list',
  query: Type.Object(venueFilter),
  answers: { 200: ListCount },
})

export const addVenue = operation({
  method: 'POST',
  path: '/dashboard/api/venues',
  access: 'member',
  role: 'editor',
  summary: 'Add a venue',
  body: NewVenue,
  answers: { 201: VenueAnswer },
})

export const exportVenues = operation({
  method: 'GET',
  path: '/dashboard/api/venues-export',
  access: 'member',
  role: 'viewer',
  summary: 'The venues that you see as a file, by the same filter as the list',
  query: Type.Object({ format: words(['csv']), ...venueFilter }),
  answers: { 200: { description: 'The file.' } },
})

export const readVenue = operation({
  method: 'GET',
  path: '/dashboard/api/venues/:serial',
  access: 'member',
  role: 'viewer',
  summary: 'A venue with all that is set for it',
  answers: { 200: OwnVenue },
})

export const changeVenue = operation({
  method: 'PATCH',
  path: '/dashboard/api/venues/:serial',
  access: 'member',
  role: 'editor',
  summary: 'Change what is set for a venue, or pause it',
  body: Change,
  answers: { 200: VenueAnswer },
})

export const readVenueActivity = operation({
  method: 'GET',
  path: '/dashboard/api/venues/:serial/activity',
  access: 'member',
  role: 'viewer',
  mayBeBehind: true,
  summary: 'What happened at a venue in the last 28 days, and who looks after it',
  answers: { 200: VenueActivity },
})

export const listWorkflowsAtVenue = operation({
  method: 'GET',
  path: '/dashboard/api/venues/:serial/workflows',
  access: 'member',
  role: 'viewer',
  summary: "The workflows with variables, and the venue's own values in each",
  answers: { 200: WorkflowsAtVenue },
})

export const setOwnValues = operation({
  method: 'PUT',
  path: '/dashboard/api/venues/:serial/workflows/:id',
  access: 'member',
  role: 'editor',
  summary: "Set a venue's own values in a workflow",
  description: "Changes the workflow's draft, as it is now. It holds when the draft is published.",
  body: OwnValues,
  answers: { 200: Message, 409: DraftConflictAnswer },
})
