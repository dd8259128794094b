import type { IconName } from '../../components/Icon.tsx'

/** Something that can be gone to or done from the palette. */
export interface Choice {
  /** Different from all others that are shown with it. */
  readonly id: string
  readonly name: string
  /** What tells it from others of the same name. */
  readonly about?: string | undefined
  readonly icon: IconName
  act(): void
}
