/** Folders of the dashboard that are not translated yet. A folder leaves this list and never comes back to it. */
export const untranslated: readonly string[] = []

/** For developers, like the documents they belong to: in English. */
export const inEnglish: readonly string[] = [
  'features/request',
  'features/schema',
  'pages/developers',
  'pages/reference',
]

/** What looks like a text and is none: queries and selectors, keys of undo, what is the same in every language. */
export const noTexts: readonly string[] = [
  '(prefers-color-scheme: {0})',
  '(min-width: 1000px)',
  'not all',
  'I',
  '8px 0',
  'trigger {0}',
  'date {0}',
  'absence {0}',
  'broadcast {0}',
  'body kind',
  'body {0}',
  'SHA-256',
  'SHA-1',
  'Base64',
  'you@example.com',
  'https://',
  'loose {0}',
  'recent {0}',
  'theme {0}',
  'pause {0}',
  'Millrace',
  'Ctrl',
  'Shift',
  'a, button, input, select, textarea, label, summary',
  'a[href], button:not([disabled])',
  // Languages have their own names.
  'English',
  'Vonage',
  'MessageBird',
  'Português',
]
