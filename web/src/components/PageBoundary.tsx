import { Component, type ReactNode } from 'react'

export interface PageBoundaryProps {
  /** Shown instead. */
  failed: ReactNode
  children: ReactNode
}

/** Keeps a page that fails from taking down the rest. React offers this to classes only. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
