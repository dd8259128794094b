import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { BUNDLE_VARIABLE } from './bundle-variable.ts'

/** Once for all groups whose tests start the product in separate processes. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env[BUNDLE_VARIABLE] !== undefined) return undefined
  const { program, remove } = await bundle(join(import.meta.dirname, 'process-under-test.ts'))
  process.env[BUNDLE_VARIABLE] = program
  return remove
}
