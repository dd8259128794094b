#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 node --max-semi-space-size=8
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded, hence the import below as a call: only what comes after this is kept. Not in the
// system's temporary folder, where another user could put code for us to run.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/millrace', import.meta.url)))

const { run } = await import('./run.ts')
process.exit(await run(process.argv.slice(2)))
