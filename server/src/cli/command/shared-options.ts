import type { Options } from './command.ts'

/** For commands that read or change the data of one organisation. */
export const organisationOption = {
  organisation: { value: 'ID', about: 'the organisation; needed if there is more than one' },
} as const satisfies Options

/** For commands that ask before they do something that cannot be undone. */
export const yesOption = {
  yes: { about: 'do not ask for confirmation; required in scripts' },
} as const satisfies Options
