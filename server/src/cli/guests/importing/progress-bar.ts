const WIDTH = 24

/** One line for a terminal that is so many columns wide. */
export function progressBar(what: string, share: number, figures: string, columns: number): string {
  const part = Math.min(1, Math.max(0, share))
  const full = Math.floor(part * WIDTH)
  const bar = `▕${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}▏`
  const percent = `${String(Math.floor(part * 100)).padStart(3)} %`
  return [what, bar, percent, figures]
    .filter(text => text !== '')
    .join('  ')
    .slice(0, Math.max(0, columns - 1))
}
