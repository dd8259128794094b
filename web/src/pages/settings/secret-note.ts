/** What is to be known of a secret: it goes in, and does not come out again. */
export const secretNote = (isStored: boolean, changes: string): string =>
  isStored
    ? `One is stored, and is not shown. Leave this empty to keep it; when ${changes} changes, give it again.`
    : 'It is stored sealed, and never shown again.'
