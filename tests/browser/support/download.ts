import { text } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** What is in a file that a page saved. */
export const contentOf = async (file: Download): Promise<string> => text(await file.createReadStream())
