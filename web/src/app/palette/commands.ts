import type { Role } from '@millrace/contract/member'
import type { IconName } from '../../components/Icon.tsx'

export interface Command {
  readonly name: string
  /** Where it is done. The page opens its dialog for `do`. */
  readonly to: string
  /** Absent: a plus, for what is added. */
  readonly icon?: IconName
  /** Who may do it; absent: everyone. */
  readonly role?: 'owner' | 'editor'
  /** Not for members who see some venues only. */
  readonly everyVenue?: true
}

/** What can be done from anywhere, beside going to a page. */
const commands: readonly Command[] = [
  { name: 'Create workflow', to: '/workflows?do=new', role: 'editor' },
  { name: 'New segment', to: '/segments/new', role: 'editor', everyVenue: true },
  { name: 'Add guest', to: '/guests?do=new', role: 'editor' },
  { name: 'Import guests', to: '/guests/imports/new', role: 'editor' },
  { name: 'Add venue', to: '/venues?do=new', role: 'editor', everyVenue: true },
  { name: 'Invite member', to: '/settings/members?do=new', role: 'owner' },
  { name: 'Create New API Key', to: '/marketplace/api-keys/new', role: 'owner' },
  { name: 'Add connection', to: '/marketplace/connections/new', role: 'owner' },
  { name: 'Add subscription', to: '/marketplace/subscriptions?do=new', role: 'owner' },
  { name: 'Send a test event', icon: 'flash', to: '/events/send', role: 'editor' },
  { name: 'Replay unmatched events', icon: 'redo', to: '/events/unrouted' },
  { name: 'Failed runs', icon: 'warn', to: '/runs?status=failed' },
]

export const commandsFor = (role: Role, everyVenue: boolean): readonly Command[] =>
  commands.filter(
    command =>
      (command.role === undefined || role === 'owner' || role === command.role) &&
      (everyVenue || command.everyVenue === undefined),
  )
