import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareOperations } from './build/bare-operations.ts'
import { compress } from './build/compress.ts'
import { guides } from './build/guides.ts'
import { holdFirstPaint } from './build/hold-first-paint.ts'
import { pageWords } from './build/page-words.ts'
import { preloadApp } from './build/preload-app.ts'
import { webAppManifest } from './build/web-app-manifest.ts'

const FIRST =
  /web\/src\/(?:language\/(?!everywhere)|opening\/|theme\/)[\w-]+\.ts$|\/operations\/dashboard\/(?:home|session)\.ts$/

export default defineConfig({
  plugins: [
    bareOperations(),
    guides(),
    pageWords(),
    react(),
    holdFirstPaint(),
    preloadApp(),
    webAppManifest(),
    compress(),
  ],
  build: {
    // The first versions with light-dark(): our colours are written with it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy forbids inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The canvas with its text editor is one large chunk, loaded when a workflow is opened.
    chunkSizeWarningLimit: 900,
    // Timings of the bundler mean nothing to a newcomer who waits for the first start.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // What most pages need comes in one file, instead of one for each combination of pages.
          groups: [
            // What comes first, in one file: it chooses the language that texts are read in, so that it has none itself.
            { name: 'first', test: FIRST, priority: 1 },
            { name: 'shared', test: /web\/src\/(?:api|components|features|session)\//, minShareCount: 12 },
          ],
        },
      },
    },
  },
})
