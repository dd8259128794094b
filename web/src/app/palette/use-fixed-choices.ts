import { useLocation } from 'wouter'
import { useSignedIn } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { pagesFor } from '../navigation/pages.ts'
import type { Choice } from './choice.ts'

/** The pages, and what can be done anywhere. */
export function useFixedChoices(): Choice[] {
  const { role } = useSignedIn()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const pages = pagesFor(role).map(({ path, label, icon, section, apart }) => ({
    id: path,
    name: section === 'main' || section === 'Help' ? label : `${section} › ${label}`,
    icon,
    act: () => (apart ? location.assign(path) : navigate(path)),
  }))
  const action = (name: string, path: string): Choice => ({
    id: path,
    name,
    icon: 'plus',
    act: () => navigate(path),
  })
  return [
    ...pages,
    ...(role === 'owner' ? [action('Create New API Key', '/marketplace/api-keys/new')] : []),
    ...(role === 'viewer' ? [] : [action('Send a test event', '/events/send')]),
    action('Replay unmatched events', '/events/unrouted'),
    action('Failed runs', '/runs?status=failed'),
    { id: 'sign-out', name: 'Sign out', icon: 'leave', act: () => void signOut() },
  ]
}
