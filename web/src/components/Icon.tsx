/** Drawn on a grid of 16, with strokes, so that they take the colour of the text beside them. */
const shapes = {
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1',
  moon: 'M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7',
  screen: 'M2 3h12v8H2zM5.5 14h5M8 11v3',
  copy: 'M5.5 5.5h7.8v7.8H5.5zM10.5 5.5V2.7H2.7v7.8h2.8',
  done: 'M3 8.6l3.2 3.2L13 4.6',
  link: 'M6.6 9.4l2.8-2.8M7.2 4.6l1.6-1.6a2.97 2.97 0 0 1 4.2 4.2l-1.6 1.6M8.8 11.4L7.2 13A2.97 2.97 0 0 1 3 8.8l1.6-1.6',
  key: 'M10.6 2.4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.4 7.6L2.6 13.4M4.4 11.6l1.8 1.8',
  open: 'M6 4l4 4-4 4',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  arrow: 'M2.5 8h10.6M9 3.8L13.2 8 9 12.2',
} as const

export type IconName = keyof typeof shapes

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
