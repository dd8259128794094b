import type { Role } from '@millrace/contract/member'
import type { IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'

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
  { name: t`Create workflow`, to: '/workflows?do=new', role: 'editor' },
  { name: t`New segment`, to: '/segments/new', role: 'editor', everyVenue: true },
  { name: t`Add guest`, to: '/guests?do=new', role: 'editor' },
  { name: t`Import guests`, to: '/guests/imports/new', role: 'editor' },
  { name: t`Add venue`, to: '/venues?do=new', role: 'editor', everyVenue: true },
  { name: t`Invite member`, to: '/settings/members?do=new', role: 'owner' },
  { name: t`Create New API Key`, to: '/marketplace/api-keys/new', role: 'owner' },
  { name: t`Add connection`, to: '/marketplace/connections/new', role: 'owner' },
  { name: t`Add subscription`, to: '/marketplace/subscriptions?do=new', role: 'owner' },
  { name: t`Send a test event`, icon: 'flash', to: '/events/send', role: 'editor' },
  { name: t`Replay unmatched events`, icon: 'redo', to: '/events/unrouted' },
  { name: t`Failed runs`, icon: 'warn', to: '/runs?status=failed' },
]

export const commandsFor = (role: Role, everyVenue: boolean): readonly Command[] =>
  commands.filter(
    command =>
      (command.role === undefined || role === 'owner' || role === command.role) &&
      (everyVenue || command.everyVenue === undefined),
  )
