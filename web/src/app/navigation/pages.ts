import type { Role } from '@millrace/contract/member'
import type { IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'

type Section = 'main' | 'marketplace' | 'settings' | 'help'

/** The first one needs no name. */
export const sectionNames: Readonly<Record<Exclude<Section, 'main'>, string>> = {
  marketplace: t`Marketplace`,
  settings: t`Settings`,
  help: t`Help`,
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
  { path: '/', label: t`Home`, icon: 'home', section: 'main' },
  { path: '/workflows', label: t`Workflows`, icon: 'flow', section: 'main' },
  { path: '/runs', label: t`Runs`, icon: 'arrow', section: 'main' },
  { path: '/events', label: t`Events`, icon: 'flash', section: 'main' },
  { path: '/sources', label: t`Sources`, icon: 'link', section: 'main' },
  { path: '/guests', label: t`Guests`, icon: 'person', section: 'main' },
  { path: '/segments', label: t`Segments`, icon: 'people', section: 'main' },
  { path: '/venues', label: t`Venues`, icon: 'place', section: 'main' },
  { path: '/pieces', label: t`Saved pieces`, icon: 'save', section: 'main' },
  { path: '/outbox', label: t`Messages`, icon: 'mail', section: 'main' },
  { path: '/tasks', label: t`Tasks`, icon: 'task', section: 'main' },
  { path: '/marketplace/api-keys', label: t`API Keys`, icon: 'key', section: 'marketplace' },
  {
    path: '/marketplace/connections',
    label: t`Connections`,
    icon: 'plug',
    section: 'marketplace',
    role: 'owner',
  },
  {
    path: '/marketplace/subscriptions',
    label: t`Subscriptions`,
    icon: 'bell',
    section: 'marketplace',
    role: 'owner',
  },
  {
    path: '/settings/organisation',
    label: t`Organisation`,
    icon: 'hall',
    section: 'settings',
    role: 'owner',
  },
  { path: '/settings/members', label: t`Members`, icon: 'people', section: 'settings' },
  {
    path: '/settings/suppressions',
    label: t`Suppressions`,
    icon: 'ban',
    section: 'settings',
    role: 'owner',
  },
  { path: '/settings/audit', label: t`Audit log`, icon: 'record', section: 'settings', role: 'owner' },
  { path: '/settings/profile', label: t`Your profile`, icon: 'gear', section: 'settings' },
  { path: '/help', label: t`Guides`, icon: 'help', section: 'help' },
  { path: '/docs', label: t`API reference`, icon: 'book', section: 'help', apart: true },
]

/** Staff see their tasks, and themselves. */
const forStaff: readonly string[] = ['/tasks', '/settings/profile']
export const isForStaff = (path: string): boolean => forStaff.includes(path)

export const pagesFor = (role: Role): readonly PageEntry[] =>
  role === 'staff' ? pages.filter(page => isForStaff(page.path)) : forMembers(role)

const forMembers = (role: Role) =>
  pages.filter(page => page.role === undefined || page.role === role || role === 'owner')

/** Includes the pages below it: the page of one key belongs to API Keys. */
export const isAt = (page: Pick<PageEntry, 'path'>, location: string): boolean =>
  page.path === '/' ? location === '/' : location === page.path || location.startsWith(`${page.path}/`)
