import { bundle } from './bundle.ts'
import { BUNDLE_VARIABLE, PROGRAMS } from './bundled-programs.ts'

/** Once for all groups whose tests start the product in separate processes. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env[BUNDLE_VARIABLE] !== undefined) return undefined
  const { folder, remove } = await bundle(PROGRAMS)
  process.env[BUNDLE_VARIABLE] = folder
  return remove
}
