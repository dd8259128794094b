import composed from '@millrace/contract/pt.json'
import type { Catalogue } from './words.ts'

/** The Portuguese of what every page may show, and of the sign-in, which is the first page: one file. */
export const catalogues = import.meta.glob<Catalogue>(
  ['../{api,app,components,session,toasts}/pt.json', '../features/*/pt.json', '../pages/signed-out/pt.json'],
  { eager: true, import: 'default' },
)

/** And of what the server says. */
export const said = import.meta.glob<Catalogue>('./pt.json', { eager: true, import: 'default' })

/** And of the sentences that it composes, as the dashboard does with the same code. */
export { composed }
