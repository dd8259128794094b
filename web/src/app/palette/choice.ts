import type { IconName } from '../../components/Icon.tsx'

/** A page or an action of the palette. */
export interface Choice {
  /** Unique among the choices shown. */
  readonly id: string
  readonly name: string
  /** Distinguishes it from others of the same name. */
  readonly about?: string | undefined
  readonly icon: IconName
  /** The heading above it. */
  readonly group: 'Recent' | 'Found' | 'Commands' | 'Pages' | 'Settings'
  act(): void
}
