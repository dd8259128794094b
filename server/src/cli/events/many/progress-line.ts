export interface Progress {
  readonly lines: number
  readonly refused: number
  readonly bytes: number
  /** Undefined where the length of the input is not known. */
  readonly size: number | undefined
  readonly elapsedMs: number
  /** For how long the server has asked to wait. */
  readonly waitingMs: number
}

const BAR = 24

const number = new Intl.NumberFormat('en-GB')

/** One line for a terminal that is so many columns wide. */
export function progressLine(
  { lines, refused, bytes, size, elapsedMs, waitingMs }: Progress,
  columns: number,
): string {
  const seconds = elapsedMs / 1_000
  const share = size === undefined || size === 0 ? undefined : Math.min(1, bytes / size)
  const parts = [
    share === undefined ? undefined : `${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %`,
    lines === 1 ? '1 line' : `${number.format(lines)} lines`,
    seconds < 1 ? undefined : `${number.format(Math.round(lines / seconds))}/s`,
    share === undefined || share === 0 || seconds < 1
      ? undefined
      : `${number.format(Math.ceil((seconds / share) * (1 - share)))} s left`,
    waitingMs === 0 ? undefined : `rate limited, resumes in ${Math.ceil(waitingMs / 1_000)} s`,
    refused === 0 ? undefined : `${number.format(refused)} rejected`,
  ]
  return parts
    .filter(part => part !== undefined)
    .join('  ')
    .slice(0, Math.max(0, columns - 1))
}

const bar = (share: number) => {
  const full = Math.floor(share * BAR)
  return `▕${'█'.repeat(full)}${'░'.repeat(BAR - full)}▏`
}
