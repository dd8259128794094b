import { t } from '../../language/words.ts'
import type { Guide } from './guide.ts'

/** The guides that members can read here, in the order of the page. The rest of docs/ is for who runs the server or works on it. */
export const guides = {
  marketers: { name: t`For marketers`, about: t`Build workflows, write to guests, find out what happened.` },
  workflows: { name: t`Workflows`, about: t`Every trigger, step, condition and value, with examples.` },
  connections: { name: t`Connections`, about: t`Take events from tills, booking systems and other vendors.` },
  integrators: {
    name: t`For integrators`,
    about: t`Send events and guests by the API, and follow what happens.`,
  },
  operators: { name: t`For operators`, about: t`Members, keys, single sign-on, sender domains and bounces.` },
  glossary: { name: t`Glossary`, about: t`What each word means.` },
} as const

export type GuideName = keyof typeof guides
export const guideNames = Object.keys(guides) as GuideName[]
export const isGuide = (name: string): name is GuideName => name in guides

/** A part of a guide, by the anchor of its heading. */
export type HelpTopic = `${GuideName}#${string}`

/** Read at build time, each a file that is fetched when it is opened: see web/build/guides.ts. */
const files = import.meta.glob<Guide>(
  [
    '../../../../docs/marketers.md',
    '../../../../docs/workflows.md',
    '../../../../docs/connections.md',
    '../../../../docs/integrators.md',
    '../../../../docs/operators.md',
    '../../../../docs/glossary.md',
  ],
  { import: 'default' },
)

export async function readGuide(name: GuideName): Promise<Guide> {
  const read = files[`../../../../docs/${name}.md`]
  if (read === undefined) throw new Error(`the guide ${name} is not among the files above`)
  try {
    return await read()
  } catch {
    // Its words are for programmers.
    throw new Error('Millrace is not responding, or was updated. Reload the page to get the new version.')
  }
}
