import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './RenderedEmail.module.css'
import { drawnElements } from './rendered-elements.tsx'

/** An e-mail as its reader sees it, in a shadow root so that our styles do not apply. */
export function RenderedEmail({
  label,
  html,
  narrow = false,
  dark = false,
}: {
  label: string
  html: string
  /** As on a phone: columns stand below each other. */
  narrow?: boolean
  /** Its colours are turned around, and those of its pictures back again. */
  dark?: boolean
}) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useEffect(() => {
    const place = host.current as HTMLDivElement
    setRoot(place.shadowRoot ?? place.attachShadow({ mode: 'open' }))
  }, [])
  useEffect(() => {
    if (root) root.adoptedStyleSheets = dark ? [picturesTurnedBack()] : []
  }, [root, dark])
  const elements = useMemo(() => drawnElements(html, narrow), [html, narrow])
  return (
    // It may scroll, so the keyboard must reach it.
    <div ref={host} role="group" tabIndex={0} aria-label={label} className={styles.paper}>
      {root && createPortal(elements, root)}
    </div>
  )
}

/** A sheet, because our content security policy refuses the element. */
function picturesTurnedBack(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('img{filter:invert(1)hue-rotate(180deg)}')
  return sheet
}
