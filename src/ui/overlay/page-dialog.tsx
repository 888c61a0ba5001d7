import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { Link } from '../page/link.tsx'
import { ClosePageDialogContext, PageDialogContext } from './page-dialog-context.ts'

interface PageDialogProps {
  /** Id of the heading that names it. */
  labelledBy: string
  /** Where closing leads: the page beneath. */
  back: string
  children: ReactNode
}

/**
 * A dialog with an address of its own: the browser's own <dialog>, so that it opens without JavaScript too
 * (then it simply stands over the page) and traps focus, closes on Escape and returns focus with it.
 */
export function PageDialog({ labelledBy, back, children }: PageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef(() => {})
  const navigate = useNavigate()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.close()
    element.showModal()
    leave.current = () => {
      leave.current = () => {}
      element.close()
      // What opened it may be gone by what was done here.
      const isThere = before?.isConnected && before !== document.body
      const next = isThere ? before : document.getElementById('main')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
    return () => leave.current()
  }, [])
  const close = () => navigate(back, { preventScrollReset: true })
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={labelledBy}
      className="page-dialog"
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onMouseDown={event => event.target === event.currentTarget && close()}
    >
      <div className="page-dialog-sheet">
        <Link to={back} preventScrollReset className="page-dialog-close" aria-label={m.ui_close()}>
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            aria-hidden="true"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          >
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </Link>
        <ClosePageDialogContext value={() => leave.current()}>
          <PageDialogContext value={dialog}>{children}</PageDialogContext>
        </ClosePageDialogContext>
      </div>
    </dialog>
  )
}
