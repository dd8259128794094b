import type { Role } from '@millrace/contract/member'
import type { IconName } from '../../components/Icon.tsx'

type Section = 'main' | 'marketplace' | 'settings' | 'help'

/** The first one needs no name. */
export const sectionNames: Readonly<Record<Exclude<Section, 'main'>, string>> = {
  marketplace: 'Marketplace',
  settings: 'Settings',
  help: 'Help',
}

export interface PageEntry {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** Its heading in the navigation. */
  readonly section: Section
  /** The role that sees it; absent: every role. */
  readonly role?: Role
  /** Not inside the frame of the dashboard. */
  readonly apart?: true
}

/** Every page of the navigation, in its order. The palette finds the same ones. */
export const pages: readonly PageEntry[] = [
  { path: '/', label: 'Home', icon: 'home', section: 'main' },
  { path: '/workflows', label: 'Workflows', icon: 'flow', section: 'main' },
  { path: '/runs', label: 'Runs', icon: 'arrow', section: 'main' },
  { path: '/events', label: 'Events', icon: 'flash', section: 'main' },
  { path: '/sources', label: 'Sources', icon: 'link', section: 'main' },
  { path: '/guests', label: 'Guests', icon: 'person', section: 'main' },
  { path: '/segments', label: 'Segments', icon: 'people', section: 'main' },
  { path: '/venues', label: 'Venues', icon: 'place', section: 'main' },
  { path: '/outbox', label: 'Messages', icon: 'mail', section: 'main' },
  { path: '/tasks', label: 'Tasks', icon: 'task', section: 'main' },
  { path: '/marketplace/api-keys', label: 'API Keys', icon: 'key', section: 'marketplace' },
  {
    path: '/marketplace/connections',
    label: 'Connections',
    icon: 'plug',
    section: 'marketplace',
    role: 'owner',
  },
  {
    path: '/marketplace/subscriptions',
    label: 'Subscriptions',
    icon: 'bell',
    section: 'marketplace',
    role: 'owner',
  },
  { path: '/settings/organisation', label: 'Organisation', icon: 'hall', section: 'settings', role: 'owner' },
  { path: '/settings/members', label: 'Members', icon: 'people', section: 'settings' },
  {
    path: '/settings/suppressions',
    label: 'Suppressions',
    icon: 'ban',
    section: 'settings',
    role: 'owner',
  },
  { path: '/settings/audit', label: 'Audit log', icon: 'record', section: 'settings', role: 'owner' },
  { path: '/settings/profile', label: 'Your profile', icon: 'gear', section: 'settings' },
  { path: '/help', label: 'Guides', icon: 'help', section: 'help' },
  { path: '/docs', label: 'API reference', icon: 'book', section: 'help', apart: true },
]

export const pagesFor = (role: Role): readonly PageEntry[] =>
  pages.filter(page => page.role === undefined || page.role === role || role === 'owner')

/** Includes the pages below it: the page of one key belongs to API Keys. */
export const isAt = (page: Pick<PageEntry, 'path'>, location: string): boolean =>
  page.path === '/' ? location === '/' : location === page.path || location.startsWith(`${page.path}/`)
