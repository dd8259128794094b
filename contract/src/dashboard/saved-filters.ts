/** Apart from the schemas, which the pages do without. */

/** The lists that can have saved views. */
export const listsWithViews = [
  'audit',
  'events',
  'guests',
  'outbox',
  'runs',
  'suppressions',
  'tasks',
  'venues',
  'workflows',
] as const
export type ListWithViews = (typeof listsWithViews)[number]

/** Left out are those by one guest, one run or a search: a view would outlive the guest it is about. */
export const savedFilters = [
  'action',
  'actor',
  'assignee',
  'channel',
  'columns',
  'error',
  'folder',
  'name',
  'node',
  'outcome',
  'serial',
  'since',
  'sort',
  'source',
  'sourceless',
  'status',
  'tag',
  'until',
  'workflow_id',
] as const
export type SavedFilter = (typeof savedFilters)[number]
