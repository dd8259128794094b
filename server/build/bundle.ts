import type { UserConfig } from 'vite'
import { placed } from './placed.ts'

/**
 * Programs with all that they import in few files: the product is almost three thousand modules, and finding them is two
 * thirds of what a process computes until it is ready, and a quarter of the memory that it keeps.
 */
export const bundleOf = (programs: Readonly<Record<string, string>>, folder: string): UserConfig => ({
  logLevel: 'warn',
  plugins: [placed(folder)],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    // Names and lines stay readable in what is logged of an error.
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: programs,
      // The latter finds its WebAssembly beside itself, and is loaded for distributed databases only.
      external: ['pg-native', 'libpg-query'],
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // V8 keeps every source for as long as the process lives, with two bytes for each character if one of them needs two.
        charset: 'ascii',
        comments: false,
      },
      checks: { bundlerTimings: false },
    },
  },
})
