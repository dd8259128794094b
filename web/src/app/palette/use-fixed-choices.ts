import { useLocation } from 'wouter'
import { topicName, topics, topicWords } from '../../features/settings/topics.ts'
import { t } from '../../language/words.ts'
import { recentFor } from '../../session/recent.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { applyTheme, storeTheme, type Theme } from '../../theme/theme.ts'
import { isAt, pagesFor, sectionNames } from '../navigation/pages.ts'
import type { Choice } from './choice.ts'
import { commandsFor } from './commands.ts'

const themes: readonly { theme: Theme; name: string; icon: Choice['icon'] }[] = [
  { theme: 'light', name: t`Light theme`, icon: 'sun' },
  { theme: 'dark', name: t`Dark theme`, icon: 'moon' },
  { theme: 'system', name: t`Theme of the system`, icon: 'screen' },
]

/** What was open lately, what can be done anywhere, the pages, and the topics of the settings. */
export function useFixedChoices(onHelp: () => void): Choice[] {
  const { role, serials, member, organisation } = useSignedIn()
  const [here, navigate] = useLocation()
  const signOut = useSignOut()
  const pages = pagesFor(role)
  const goTo = (choice: Omit<Choice, 'act' | 'id'>, path: string, id = path): Choice => ({
    ...choice,
    id,
    act: () => navigate(path),
  })
  const command = (id: string, name: string, icon: Choice['icon'], act: () => void): Choice => ({
    id,
    name,
    icon,
    group: 'commands',
    act,
  })
  return [
    ...recentFor(organisation.id, member.id)
      .filter(({ path }) => path !== here)
      .map(({ path, name, about }) => {
        const icon = pages.find(page => page.path !== '/' && isAt(page, path))?.icon ?? 'open'
        return goTo({ group: 'recent', name, about, icon }, path, `recent ${path}`)
      }),
    ...commandsFor(role, serials === null).map(({ name, to, icon = 'plus' }) =>
      goTo({ group: 'commands', name, icon }, to),
    ),
    command('shortcuts', t`Keyboard shortcuts`, 'book', onHelp),
    ...themes.map(({ theme, name, icon }) =>
      command(`theme ${theme}`, name, icon, () => {
        storeTheme(theme)
        applyTheme(theme)
      }),
    ),
    command('sign-out', t`Sign out`, 'leave', () => void signOut()),
    ...pages.map(
      ({ path, label, icon, section, apart }): Choice => ({
        id: path,
        name: section === 'main' || section === 'help' ? label : `${sectionNames[section]} › ${label}`,
        icon,
        group: 'pages',
        act: () => (apart ? location.assign(path) : navigate(path)),
      }),
    ),
    ...(role === 'owner'
      ? topics.map(topic =>
          goTo(
            {
              group: 'settings',
              name: topicName(topic),
              also: topicWords(topic),
              about: t`Organisation`,
              icon: 'hall',
            },
            `/settings/organisation?topic=${topic}`,
          ),
        )
      : []),
  ]
}
