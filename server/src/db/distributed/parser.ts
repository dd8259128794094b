import type { Parser } from './name-organisation.ts'

/** Loaded where a database is distributed, and nowhere else: it is PostgreSQL's parser, of more than a megabyte. */
export async function loadParser(): Promise<Parser> {
  const { loadModule, parseSync, scanSync } = await import('libpg-query')
  await loadModule()
  return { parse: parseSync, scan: scanSync }
}
