/** What the addresses of pages name. */
export interface Named {
  readonly guest: string
  readonly serial: string
  readonly message: string
  readonly clientId: string
  readonly workflow: string
  readonly run: string
  readonly event: string
  readonly source: string
  readonly connection: string
  readonly delivery: string
  readonly guestImport: string
  readonly segment: string
  readonly subscription: string
  /** The key of a saved piece. */
  readonly piece: string
}

/** Every page of a member, by its address. */
export const memberPages = (named: Named) => ({
  home: '/',
  workflows: '/workflows',
  workflow: `/workflows/${named.workflow}`,
  runs: '/runs',
  run: `/runs/${named.run}`,
  events: '/events',
  'send-event': '/events/send',
  unrouted: '/events/unrouted',
  event: `/events/${named.event}`,
  sources: '/sources',
  source: `/sources/detail?${new URLSearchParams({ source: named.source })}`,
  guests: '/guests',
  guest: `/guests/${named.guest}`,
  imports: '/guests/imports',
  'new-import': '/guests/imports/new',
  import: `/guests/imports/${named.guestImport}`,
  segments: '/segments',
  'new-segment': '/segments/new',
  segment: `/segments/${named.segment}`,
  venues: '/venues',
  venue: `/venues/${encodeURIComponent(named.serial)}`,
  outbox: '/outbox',
  message: `/outbox/${named.message}`,
  pieces: '/pieces',
  piece: `/pieces/${named.piece}`,
  tasks: '/tasks',
  keys: '/marketplace/api-keys',
  'new-key': '/marketplace/api-keys/new',
  key: `/marketplace/api-keys/${named.clientId}`,
  connections: '/marketplace/connections',
  'new-connection': '/marketplace/connections/new',
  connection: `/marketplace/connections/${named.connection}`,
  'connection-set-up': `/marketplace/connections/${named.connection}?view=set-up`,
  'connection-venues': `/marketplace/connections/${named.connection}?view=venues`,
  'connection-mapping': `/marketplace/connections/${named.connection}?view=mapping`,
  delivery: `/marketplace/connections/${named.connection}/deliveries/${named.delivery}`,
  subscriptions: '/marketplace/subscriptions',
  subscription: `/marketplace/subscriptions/${named.subscription}`,
  help: '/help',
  guide: '/help/marketers',
  settings: '/settings/organisation',
  members: '/settings/members',
  profile: '/settings/profile',
  suppressions: '/settings/suppressions',
  audit: '/settings/audit',
  nowhere: '/settings/nothing',
})

export type PageName = keyof ReturnType<typeof memberPages>
