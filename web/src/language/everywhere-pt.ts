import type { Catalogue } from './words.ts'

/** The Portuguese of what every page may show, and of the sign-in, which is the first page: one file. */
export const catalogues = import.meta.glob<Catalogue>(
  [
    '../{api,app,components,language,session,toasts}/pt.json',
    '../features/*/pt.json',
    '../pages/signed-out/pt.json',
  ],
  { eager: true, import: 'default' },
)
