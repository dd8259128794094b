import type { Static } from 'typebox'
import { words } from './common.ts'

/** What the dashboard can be read in, as ISO 639 names it. */
export const Language = words(['en', 'pt'])
export type Language = Static<typeof Language>
