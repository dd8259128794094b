import { useEffect, useState } from 'react'

/** How far below the header a section's top may be and still count as the one being read. */
const READING_LINE = 140

/** The id of the section being read, among those with data-section. */
export function useCurrentSection(): string {
  const [current, setCurrent] = useState('introduction')

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setCurrent(sectionBeingRead())
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [])

  return current
}

function sectionBeingRead(): string {
  const sections = [...document.querySelectorAll('[data-section]')]
  const { scrollY, innerHeight } = window
  // The last sections cannot reach the line: at the end of the page the last one counts.
  if (scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2) {
    return sections.at(-1)?.id ?? ''
  }
  const above = sections.filter(section => section.getBoundingClientRect().top <= READING_LINE)
  return (above.at(-1) ?? sections[0])?.id ?? ''
}
