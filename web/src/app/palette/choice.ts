import type { IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'

export type Group = 'recent' | 'found' | 'commands' | 'pages' | 'settings'

export const groupNames: Readonly<Record<Group, string>> = {
  recent: t`Recent`,
  found: t`Found`,
  commands: t`Commands`,
  pages: t`Pages`,
  settings: t`Settings`,
}

/** A page or an action of the palette. */
export interface Choice {
  /** Unique among the choices shown. */
  readonly id: string
  readonly name: string
  /** What else it is found by. */
  readonly also?: string
  /** Distinguishes it from others of the same name. */
  readonly about?: string | undefined
  readonly icon: IconName
  /** The heading above it. */
  readonly group: Group
  act(): void
}
