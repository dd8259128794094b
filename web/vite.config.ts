import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareOperations } from './build/bare-operations.ts'
import { compress } from './build/compress.ts'
import { holdFirstPaint } from './build/hold-first-paint.ts'

export default defineConfig({
  plugins: [bareOperations(), react(), holdFirstPaint(), compress()],
  build: {
    // The first versions with light-dark(): our colours are written with it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy has no place for scripts and styles inside of others.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The canvas with its text editor is one large part, loaded when somebody opens a workflow.
    chunkSizeWarningLimit: 900,
    // How long each part took is of no use to someone who waits for the first start.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
