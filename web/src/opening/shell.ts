const shell = () => document.getElementById('shell')

/** The outline of the page in index.html, which a browser can draw before the application has come. It is for members only. */
export function showShell(): void {
  const outline = shell()
  if (outline) outline.hidden = false
}

export const isShellShown = (): boolean => shell()?.hidden === false

export const removeShell = (): void => shell()?.remove()
