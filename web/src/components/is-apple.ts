/** Its keyboards say ⌘ where others say Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
