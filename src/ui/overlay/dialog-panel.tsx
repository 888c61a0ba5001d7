import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { CloseIcon } from '../media/icons.tsx'
import { useNonce } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'
import { useInertOutside } from './use-inert-outside.ts'

export interface DialogProps {
  open: boolean
  /** Asked to close: by Escape, the close button, or a press outside. */
  onClose: () => void
  title: ReactNode
  /** One or two sentences below the title, which screen readers read with it. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the main one first. */
  actions?: ReactNode
  /** For questions that need an answer: a press outside does not close the dialog. */
  disableOutsideDismiss?: boolean
}

const popupClasses =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-[24px] bg-card shadow-[0_24px_80px_rgb(35_38_45/0.28)] outline-none transition-[opacity,translate,scale] duration-200 data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0 md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-4rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-[24px] md:data-ending-style:-translate-y-1/2 md:data-ending-style:scale-98 md:data-starting-style:-translate-y-1/2 md:data-starting-style:scale-98 forced-colors:border md:max-w-lg'

/** The content of `Dialog`, loaded when the first one opens. */
export default function DialogPanel(props: DialogProps) {
  const { open, onClose, title, description, children, actions, disableOutsideDismiss } = props
  // Pages that many visitors share have no nonce: then the library must add no style elements.
  const nonce = useNonce()
  const findReturnTarget = useReturnTarget(open)
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  useInertOutside(open ? popup : null)
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      <Dialog.Root
        open={open}
        onOpenChange={next => next || onClose()}
        disablePointerDismissal={disableOutsideDismiss ?? false}
      >
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-50 bg-ink/45 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup ref={setPopup} className={popupClasses} finalFocus={findReturnTarget}>
            <Dialog.Title className="pt-6 pr-18 pl-6 text-2xl md:pt-7 md:pl-8">{title}</Dialog.Title>
            <div className="overflow-y-auto overscroll-contain px-6 pt-2 pb-6 md:px-8">
              {description && (
                <Dialog.Description className="text-soft" render={<div />}>
                  {description}
                </Dialog.Description>
              )}
              {children && <div className={classNames(Boolean(description) && 'mt-4')}>{children}</div>}
            </div>
            {actions && <footer className="dialog-actions px-6 pb-6 md:px-8 md:pb-8">{actions}</footer>}
            {/* Last, so that the dialog's content has the focus first. */}
            <Dialog.Close
              aria-label={m.ui_close()}
              className="absolute top-4 right-4 flex size-11 items-center justify-center rounded-pill hover:bg-ink/6 md:top-5 md:right-5"
            >
              <CloseIcon />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** Where the focus returns on closing: the element that opened the dialog or, when it has disappeared, what it was in. */
function useReturnTarget(open: boolean): () => HTMLElement | null {
  const before = useRef<{ opener: Element | null; around: HTMLElement | null }>(null)
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    const around = opener?.closest<HTMLElement>('[role=dialog], dialog') ?? document.getElementById('main')
    before.current = { opener, around }
  }, [open])
  return () => {
    const { opener, around } = before.current ?? {}
    const isStillThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
    return isStillThere ? opener : (around ?? null)
  }
}
