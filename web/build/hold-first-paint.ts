import type { Plugin } from 'vite'

/**
 * The chosen theme is known to the script only. Without this, a member who chose dark on a light system would see a
 * white flash on every load; an inline script, the usual way out, is what our content security policy forbids.
 */
export function holdFirstPaint(): Plugin {
  return {
    name: 'millrace-hold-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  }
}
